// Kernels written by hand, to hold machine code of tieshape against (bench/kernels.py).
// gcc -O3 -march=native -ffast-math -shared -fPIC; needs AVX-512. exp is an intrinsic polynomial, a
// row ends in a masked step, sums have four accumulators; what has no exp is left to gcc.
// Each takes the buffers of arguments and results, and the sizes d = {B, S, H} of a tensor [B, S, H].
#include <immintrin.h>
#include <math.h>
#include <stdint.h>
#include <time.h>

typedef __m512 V;
#define SPLAT _mm512_set1_ps
#define FMA _mm512_fmadd_ps
#define ADD _mm512_add_ps
#define SUB _mm512_sub_ps
#define MUL _mm512_mul_ps
#define ZERO _mm512_setzero_ps()
#define P(i) ((float *)p[i])
#define B d[0]
#define S d[1]
#define H d[2]
#define MASK(n) ((__mmask16)((n) >= 16 ? 0xffff : ((1u << (n)) - 1)))
#define KERNEL(name) void name(void **p, int64_t *d)

static inline void put(float *p, __mmask16 m, V v) {
  if (__builtin_expect(m == 0xffff, 1)) _mm512_storeu_ps(p, v);
  else _mm512_mask_storeu_ps(p, m, v);
}
static inline V get(__mmask16 m, const float *p) {
  return __builtin_expect(m == 0xffff, 1) ? _mm512_loadu_ps(p) : _mm512_maskz_loadu_ps(m, p);
}
static inline V vexp(V x) {
  V n = _mm512_roundscale_ps(MUL(x, SPLAT(1.44269504f)), 0);
  V r = FMA(n, SPLAT(2.12194440e-4f), FMA(n, SPLAT(-0.693359375f), x));
  V p = SPLAT(1.9875691500e-4f);
  p = FMA(p, r, SPLAT(1.3981999507e-3f));
  p = FMA(p, r, SPLAT(8.3334519073e-3f));
  p = FMA(p, r, SPLAT(4.1665795894e-2f));
  p = FMA(p, r, SPLAT(1.6666665459e-1f));
  p = FMA(p, r, SPLAT(5.0000001201e-1f));
  return _mm512_scalef_ps(ADD(FMA(p, MUL(r, r), r), SPLAT(1.f)), n);
}
static inline float sum(V *a) {
  return _mm512_reduce_add_ps(ADD(ADD(a[0], a[1]), ADD(a[2], a[3])));
}
static inline float most(V *a) {
  return _mm512_reduce_max_ps(
      _mm512_max_ps(_mm512_max_ps(a[0], a[1]), _mm512_max_ps(a[2], a[3])));
}

KERNEL(bias_gelu) {
  float *x = P(0), *b = P(1), *o = P(2);
  for (int64_t r = 0; r < B * S; r++, x += H, o += H)
    for (int64_t i = 0; i < H; i += 16) {
      __mmask16 m = MASK(H - i);
      V v = ADD(get(m, x + i), get(m, b + i));
      V u = MUL(FMA(MUL(MUL(v, v), v), SPLAT(0.044715f), v), SPLAT(-2 * 0.797884583f));
      put(o + i, m, _mm512_div_ps(v, ADD(SPLAT(1.f), vexp(u))));
    }
}
KERNEL(swiglu) {
  float *x = P(0), *y = P(1), *o = P(2);
  int64_t n = B * S * H;
  for (int64_t i = 0; i < n; i += 16) {
    __mmask16 m = MASK(n - i);
    V v = get(m, x + i);
    put(o + i, m, MUL(_mm512_div_ps(v, ADD(SPLAT(1.f), vexp(SUB(ZERO, v)))), get(m, y + i)));
  }
}
static inline void norm(float *x, float *y, float *bias, float *g, float *b, float *o, int64_t h) {
  V a[4] = {ZERO, ZERO, ZERO, ZERO};
  int64_t i = 0;
  if (y) {
    for (; i + 64 <= h; i += 64)
      for (int k = 0; k < 4; k++) {
        int64_t j = i + 16 * k;
        V t = ADD(ADD(_mm512_loadu_ps(x + j), _mm512_loadu_ps(bias + j)), _mm512_loadu_ps(y + j));
        _mm512_storeu_ps(o + j, t);
        a[k] = ADD(a[k], t);
      }
    for (; i < h; i += 16) {
      __mmask16 m = MASK(h - i);
      V t = ADD(ADD(get(m, x + i), get(m, bias + i)), get(m, y + i));
      put(o + i, m, t);
      a[0] = ADD(a[0], t);
    }
    x = o;
  } else {
    for (; i + 64 <= h; i += 64)
      for (int k = 0; k < 4; k++) a[k] = ADD(a[k], _mm512_loadu_ps(x + i + 16 * k));
    for (; i < h; i += 16) a[0] = ADD(a[0], get(MASK(h - i), x + i));
  }
  V mean = SPLAT(sum(a) / h);
  for (int k = 0; k < 4; k++) a[k] = ZERO;
  for (i = 0; i + 64 <= h; i += 64)
    for (int k = 0; k < 4; k++) {
      V t = SUB(_mm512_loadu_ps(x + i + 16 * k), mean);
      a[k] = FMA(t, t, a[k]);
    }
  for (; i < h; i += 16) {
    V t = _mm512_maskz_sub_ps(MASK(h - i), get(MASK(h - i), x + i), mean);
    a[0] = FMA(t, t, a[0]);
  }
  V scale = SPLAT(1.f / sqrtf(sum(a) / h + 1e-5f));
  for (i = 0; i < h; i += 16) {
    __mmask16 m = MASK(h - i);
    V t = MUL(SUB(get(m, x + i), mean), scale);
    put(o + i, m, FMA(t, get(m, g + i), get(m, b + i)));
  }
}
KERNEL(layernorm) {
  for (int64_t r = 0; r < B * S; r++) norm(P(0) + r * H, 0, 0, P(1), P(2), P(3) + r * H, H);
}
KERNEL(residual_layernorm) {
  for (int64_t r = 0; r < B * S; r++)
    norm(P(0) + r * H, P(1) + r * H, P(2), P(3), P(4), P(5) + r * H, H);
}
static inline void soft(float *x, float *mask, float *o, int64_t h) {
  V low = SPLAT(-INFINITY), a[4] = {low, low, low, low};
  int64_t i = 0;
  if (mask) {
    for (; i < h; i += 16) {
      __mmask16 m = MASK(h - i);
      V t = FMA(get(m, x + i), SPLAT(0.125f), get(m, mask + i));
      put(o + i, m, t);
      int k = (i >> 4) & 3;
      a[k] = _mm512_mask_max_ps(a[k], m, a[k], t);
    }
    x = o;
  } else {
    for (; i + 64 <= h; i += 64)
      for (int k = 0; k < 4; k++) a[k] = _mm512_max_ps(a[k], _mm512_loadu_ps(x + i + 16 * k));
    for (; i < h; i += 16) {
      __mmask16 m = MASK(h - i);
      a[0] = _mm512_mask_max_ps(a[0], m, a[0], get(m, x + i));
    }
  }
  V top = SPLAT(most(a));
  for (int k = 0; k < 4; k++) a[k] = ZERO;
  for (i = 0; i + 32 <= h; i += 32)
    for (int k = 0; k < 2; k++) {
      V t = vexp(SUB(_mm512_loadu_ps(x + i + 16 * k), top));
      _mm512_storeu_ps(o + i + 16 * k, t);
      a[k] = ADD(a[k], t);
    }
  for (; i < h; i += 16) {
    __mmask16 m = MASK(h - i);
    V t = vexp(SUB(get(m, x + i), top));
    put(o + i, m, t);
    a[0] = _mm512_mask_add_ps(a[0], m, a[0], t);
  }
  V scale = SPLAT(1.f / sum(a));
  for (i = 0; i < h; i += 16) put(o + i, MASK(h - i), MUL(get(MASK(h - i), o + i), scale));
}
KERNEL(softmax) {
  for (int64_t r = 0; r < B * S; r++) soft(P(0) + r * H, 0, P(1) + r * H, H);
}
KERNEL(masked_softmax) {
  for (int64_t b = 0; b < B; b++)
    for (int64_t s = 0; s < S; s++)
      soft(P(0) + (b * S + s) * H, P(1) + b * H, P(2) + (b * S + s) * H, H);
}
KERNEL(log_softmax) {
  int64_t h = H;
  for (int64_t r = 0; r < B * S; r++) {
    float *x = P(0) + r * h, *o = P(1) + r * h, *q = P(2) + r * h;
    V low = SPLAT(-INFINITY), a[4] = {low, low, low, low};
    int64_t i = 0;
    for (; i < h; i += 16) {
      __mmask16 m = MASK(h - i);
      int k = (i >> 4) & 3;
      a[k] = _mm512_mask_max_ps(a[k], m, a[k], get(m, x + i));
    }
    V top = SPLAT(most(a));
    for (int k = 0; k < 4; k++) a[k] = ZERO;
    for (i = 0; i < h; i += 16) {
      __mmask16 m = MASK(h - i);
      int k = (i >> 4) & 3;
      V t = vexp(SUB(get(m, x + i), top));
      put(q + i, m, t);
      a[k] = _mm512_mask_add_ps(a[k], m, a[k], t);
    }
    float total = sum(a);
    V scale = SPLAT(1.f / total), less = ADD(top, SPLAT(logf(total)));
    for (i = 0; i < h; i += 16) {
      __mmask16 m = MASK(h - i);
      put(q + i, m, MUL(get(m, q + i), scale));
      put(o + i, m, SUB(get(m, x + i), less));
    }
  }
}
KERNEL(rmsnorm) {
  int64_t h = H;
  for (int64_t r = 0; r < B * S; r++) {
    float *x = P(0) + r * h, *g = P(1), *o = P(2) + r * h;
    V a[4] = {ZERO, ZERO, ZERO, ZERO};
    int64_t i = 0;
    for (; i + 64 <= h; i += 64)
      for (int k = 0; k < 4; k++) {
        V t = _mm512_loadu_ps(x + i + 16 * k);
        a[k] = FMA(t, t, a[k]);
      }
    for (; i < h; i += 16) {
      V t = get(MASK(h - i), x + i);
      a[0] = FMA(t, t, a[0]);
    }
    V scale = SPLAT(1.f / sqrtf(sum(a) / h + 1e-6f));
    for (i = 0; i < h; i += 16) {
      __mmask16 m = MASK(h - i);
      put(o + i, m, MUL(MUL(get(m, x + i), scale), get(m, g + i)));
    }
  }
}
KERNEL(rope) {
  int64_t h = H / 2;
  for (int64_t b = 0; b < B; b++)
    for (int64_t s = 0; s < S; s++) {
      float *restrict x = P(0) + (b * S + s) * 2 * h, *restrict c = P(1) + s * h;
      float *restrict w = P(2) + s * h, *restrict o = P(3) + (b * S + s) * 2 * h;
      for (int64_t i = 0; i < h; i++) o[i] = x[i] * c[i] - x[i + h] * w[i];
      for (int64_t i = 0; i < h; i++) o[i + h] = x[i + h] * c[i] + x[i] * w[i];
    }
}
KERNEL(add) {
  float *restrict x = P(0), *restrict y = P(1), *restrict o = P(2);
  int64_t n = B * S * H;
  for (int64_t i = 0; i < n; i++) o[i] = x[i] + y[i];
}
KERNEL(add_left) {
  int64_t h = H;
  for (int64_t b = 0; b < B; b++)
    for (int64_t s = 0; s < S; s++) {
      float *restrict x = P(0) + b * h, *restrict y = P(1) + (b * S + s) * h;
      float *restrict o = P(2) + (b * S + s) * h;
      for (int64_t i = 0; i < h; i++) o[i] = x[i] + y[i];
    }
}
KERNEL(add_right) {
  int64_t h = H;
  for (int64_t r = 0; r < B * S; r++) {
    float *restrict x = P(0) + r * h, y = P(1)[r], *restrict o = P(2) + r * h;
    for (int64_t i = 0; i < h; i++) o[i] = x[i] + y;
  }
}
KERNEL(concat_scale) {
  int64_t h = H;
  for (int64_t r = 0; r < B * S; r++) {
    float *restrict x = P(0) + r * h, *restrict y = P(1) + r * h, *restrict o = P(2) + r * 2 * h;
    for (int64_t i = 0; i < h; i++) o[i] = x[i] * 0.5f + 1.f;
    for (int64_t i = 0; i < h; i++) o[i + h] = y[i] * 0.5f + 1.f;
  }
}
KERNEL(chain) {
  int64_t h = H;
  for (int64_t b = 0; b < B; b++)
    for (int64_t s = 0; s < S; s++) {
      float *x = P(0) + (b * S + s) * h, *g = P(1), *q = P(3) + s * h, *o = P(4) + (b * S + s) * h;
      V c = SPLAT(P(2)[b * S + s]);
      for (int64_t i = 0; i < h; i += 16) {
        __mmask16 m = MASK(h - i);
        V xv = get(m, x + i), gv = get(m, g + i), qv = get(m, q + i);
        V t = SUB(MUL(ADD(xv, gv), c), qv);
        t = MUL(MUL(t, t), SPLAT(-0.5f));
        t = MUL(ADD(vexp(t), gv), qv);
        t = _mm512_min_ps(_mm512_max_ps(t, SPLAT(-1.f)), SPLAT(4.f));
        put(o + i, m, MUL(ADD(t, xv), SPLAT(.25f)));
      }
    }
}
KERNEL(sum_rows) {
  int64_t h = H;
  for (int64_t r = 0; r < B * S; r++) {
    float *x = P(0) + r * h;
    V a[4] = {ZERO, ZERO, ZERO, ZERO};
    int64_t i = 0;
    for (; i + 64 <= h; i += 64)
      for (int k = 0; k < 4; k++) a[k] = ADD(a[k], _mm512_loadu_ps(x + i + 16 * k));
    for (; i < h; i += 16) a[0] = ADD(a[0], get(MASK(h - i), x + i));
    P(1)[r] = sum(a);
  }
}
KERNEL(sum_columns) {
  int64_t h = H, n = B * S;
  float *x = P(0), *y = P(1), *o = P(2);
  for (int64_t i = 0; i < h; i += 128) {
    V a[8];
    int c = h - i >= 128 ? 8 : (h - i + 15) / 16;
    for (int k = 0; k < 8; k++) a[k] = ZERO;
    if (h - i >= 128)
      for (int64_t r = 0; r < n; r++)
        for (int k = 0; k < 8; k++) {
          int64_t j = r * h + i + 16 * k;
          a[k] = FMA(_mm512_loadu_ps(x + j), _mm512_loadu_ps(y + j), a[k]);
        }
    else
      for (int64_t r = 0; r < n; r++)
        for (int k = 0; k < c; k++) {
          int64_t j = r * h + i + 16 * k;
          __mmask16 m = MASK(h - i - 16 * k);
          a[k] = FMA(get(m, x + j), get(m, y + j), a[k]);
        }
    for (int k = 0; k < c; k++) put(o + i + 16 * k, MASK(h - i - 16 * k), a[k]);
  }
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}
// Seconds a call of f(p) and of g(q, d), in turn: out[2 * round], out[2 * round + 1].
void in_turn(void (*f)(void *), void *p, void (*g)(void **, int64_t *), void **q, int64_t *d,
             int rounds, int calls, double *out) {
  for (int r = 0; r < rounds; r++) {
    double t = now();
    for (int i = 0; i < calls; i++) f(p);
    double u = now();
    for (int i = 0; i < calls; i++) g(q, d);
    out[2 * r] = (u - t) / calls;
    out[2 * r + 1] = (now() - u) / calls;
  }
}

/* The same sessions in C: what the lab's compiled lanes are measured against.
 *
 *     sessions SYSTEM scalar|lanes SESSIONS SPINS BANKROLL MAXIMUM TARGET STOP_LOSS SEED THREADS POCKETS WINNING
 *
 * A unit of 1 on an even chance, stakes cut to the maximum, the end when the bankroll does not cover one; target 0 and
 * stop-loss -1 are none. WINNING has a bit for each pocket that wins. The outcomes are those of
 * croupier.lab.simulate.streams.
 * Prints the seconds, then how much money is left, how many spins were played, how much was staked and how many
 * sessions ended short, all of which must be what the lab finds.
 *
 * "scalar" is the program one would write first: a session after the other. "lanes" plays 64 sessions side by side in
 * loops that the compiler turns into SIMD instructions.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LANES = 64, PAIRS = LANES / 2, BLOCK = 16, RING = 128, LONGEST = 10, THREADS_MAX = 64 };
static const int32_t LINE[4] = {1, 2, 3, 4};


static int64_t sessions, spins, bankroll, most, high, low;
static uint64_t seed, pockets, bound, winning;

typedef struct { int64_t left, played, staked, ended_short; } Sums;
typedef struct { int64_t first, count; Sums sums; void (*run)(int64_t, int64_t, Sums *); } Share;

/* The streams. */

#define LOW 0xFFFFFFFFull
#define ROUND(a, b, c, d, left, right) do { \
        uint64_t by_a = 0xD2511F53ull * ((a) & LOW), by_c = 0xCD9E8D57ull * ((c) & LOW); \
        (a) = (by_c >> 32) ^ (b) ^ (left); (b) = by_c; (c) = (by_a >> 32) ^ (d) ^ (right); (d) = by_a; } while (0)

static inline void philox(uint64_t block, uint64_t session, uint64_t attempt, uint32_t words[4]) {
    uint64_t a = block, b = session, c = session >> 32, d = attempt, left = seed & LOW, right = seed >> 32;
    for (int turn = 0; turn < 10; turn++) {
        ROUND(a, b, c, d, left, right);
        left += 0x9E3779B9u;
        right += 0xBB67AE85u;
    }
    words[0] = (uint32_t)a; words[1] = (uint32_t)b; words[2] = (uint32_t)c; words[3] = (uint32_t)d;
}

/* Whether each of the 16 spins of a block is won. */
static void won_in_block(uint64_t block, uint64_t session, uint8_t won[BLOCK]) {
    uint32_t words[4];
    philox(block, session, 0, words);
    for (int place = 0; place < 4; place++) {
        uint64_t word = words[place];
        for (uint64_t attempt = 1;; attempt++) {
            for (int turn = 0; turn < 4; turn++) {
                word *= pockets;
                won[4 * turn + place] = (winning >> (word >> 32)) & 1;
                word &= LOW;
            }
            if (word >= bound) break;
            uint32_t again[4];
            philox(block, session, attempt, again);
            word = again[place];
        }
    }
}

/* The systems: what is wanted next, from what was wanted, one more number, what was laid, and whether it won (0 or 1).
 * PICK chooses: a session alone jumps or moves as the compiler sees fit, lanes must not jump. */

#define IF_ELSE(when, one, other) ((when) ? (one) : (other))
#define BY_MASK(when, one, other) ((other) ^ (((one) ^ (other)) & -(int32_t)(when)))

#define FLAT(PICK, want, other, laid, won) (void)(other)
#define MARTINGALE(PICK, want, other, laid, won) (void)(other), want = PICK(won, 1, 2 * (laid))
#define GRAND(PICK, want, other, laid, won) (void)(other), want = PICK(won, 1, 2 * (laid) + 1)
#define PAROLI(PICK, want, other, laid, won) do { \
        int32_t on = (won) & (other < 2); want = PICK(on, 2 * (laid), 1); other = PICK(on, other + 1, 0); } while (0)
#define DALEMBERT(PICK, want, other, laid, won) do { \
        int32_t less = (laid) > 2 ? (laid) - 1 : 1; (void)(other); want = PICK(won, less, (laid) + 1); } while (0)
#define FIBONACCI(PICK, want, other, laid, won) do { \
        int32_t one = want, next = other, at_bottom = next <= 2, whole = (laid) == one; \
        int32_t down = PICK(at_bottom, 1, 2 * one - next), down_next = PICK(at_bottom, 1, next - one); \
        int32_t up = PICK(whole, next, one), up_next = PICK(whole, one + next, next); \
        want = PICK(won, down, up); other = PICK(won, down_next, up_next); } while (0)
#define OSCAR(PICK, want, other, laid, won) do { \
        int32_t cost = other - (laid), gained = cost < 0, more = (laid) < cost ? (laid) : cost; \
        int32_t next = PICK(gained, 1, more + 1), next_cost = PICK(gained, 0, cost); \
        want = PICK(won, next, want); other = PICK(won, next_cost, other + (laid)); } while (0)
#define ONE_THREE_TWO_SIX(PICK, want, other, laid, won) do { \
        other = PICK(won, (other + 1) & 3, 0); want = (0x6231 >> (4 * other)) & 15; } while (0)
#define CAREFUL(PICK, want, other, laid, won) do { \
        int32_t twice = other == 1, more = (laid) + twice; want = PICK(won, 1, more); \
        other = PICK((won) | twice, 0, 1); } while (0)

#define SCALAR(name, start_other, AFTER) \
static void name##_scalar(int64_t first, int64_t count, Sums *sums) { \
    uint8_t won[BLOCK]; \
    for (int64_t session = first; session < first + count; session++) { \
        int64_t money = bankroll, played = 0, staked = 0; \
        int32_t want = 1, other = start_other; \
        for (; played < spins; played++) { \
            if (money >= high || money <= low) break; \
            int32_t laid = want < most ? want : (int32_t)most; \
            if (laid > money) break; \
            if (played % BLOCK == 0) won_in_block((uint64_t)played / BLOCK, (uint64_t)session, won); \
            int win = won[played % BLOCK]; \
            money += win ? laid : -laid; \
            staked += laid; \
            AFTER(IF_ELSE, want, other, laid, win); \
        } \
        int64_t laid = want < most ? want : most; \
        sums->left += money; sums->played += played; sums->staked += staked; \
        sums->ended_short += money < high && money > low && laid > money; \
    } \
}

#ifdef __AVX2__
/* By hand: left to itself, gcc 12 makes three multiplications of each of these. */
#include <immintrin.h>
typedef __m256i V;
#define ROUND_V(a, b, c, d, left, right) do { \
        V by_a = _mm256_mul_epu32(factor_a, a), by_c = _mm256_mul_epu32(factor_c, c); \
        a = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(by_c, 32), b), left); b = by_c; \
        c = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(by_a, 32), d), right); d = by_a; } while (0)
#define JOIN(even, odd) _mm256_blend_epi32(even, _mm256_slli_epi64(odd, 32), 0xAA)

static void draw(uint64_t *restrict pairs, uint64_t block, uint64_t first) {
    const V factor_a = _mm256_set1_epi64x(0xD2511F53), factor_c = _mm256_set1_epi64x(0xCD9E8D57);
    for (int pair = 0; pair < PAIRS; pair += 4) {
        V even = _mm256_add_epi64(_mm256_set1_epi64x((int64_t)first + 2 * pair), _mm256_set_epi64x(6, 4, 2, 0));
        V odd = _mm256_add_epi64(even, _mm256_set1_epi64x(1));
        V a = _mm256_set1_epi64x((int64_t)block), b = even, c = _mm256_srli_epi64(even, 32), d = _mm256_setzero_si256();
        V e = a, f = odd, g = _mm256_srli_epi64(odd, 32), h = d;
        uint64_t left = seed & LOW, right = seed >> 32;
#pragma GCC unroll 10
        for (int turn = 0; turn < 10; turn++) {
            V l = _mm256_set1_epi64x((int64_t)left), r = _mm256_set1_epi64x((int64_t)right);
            ROUND_V(a, b, c, d, l, r);
            ROUND_V(e, f, g, h, l, r);
            left += 0x9E3779B9u;
            right += 0xBB67AE85u;
        }
        _mm256_storeu_si256((V *)(pairs + pair), JOIN(a, e));
        _mm256_storeu_si256((V *)(pairs + PAIRS + pair), JOIN(b, f));
        _mm256_storeu_si256((V *)(pairs + 2 * PAIRS + pair), JOIN(c, g));
        _mm256_storeu_si256((V *)(pairs + 3 * PAIRS + pair), JOIN(d, h));
    }
}

static int bits(uint64_t *restrict pairs, uint64_t *restrict codes) {
    const V n = _mm256_set1_epi64x((int64_t)pockets), wins = _mm256_set1_epi64x((int64_t)winning);
    const V one = _mm256_set1_epi64x(1), least = _mm256_set1_epi64x((int64_t)bound);
    const V lower = _mm256_set1_epi64x((int64_t)LOW);
    V below = _mm256_setzero_si256();
    for (int i = 0; i < 4 * PAIRS; i += 4) {
        V even = _mm256_loadu_si256((V *)(pairs + i)), odd = _mm256_srli_epi64(even, 32);
#pragma GCC unroll 4
        for (int turn = 0; turn < 4; turn++) {
            even = _mm256_mul_epu32(even, n);
            odd = _mm256_mul_epu32(odd, n);
            V won = _mm256_and_si256(_mm256_srlv_epi64(wins, _mm256_srli_epi64(even, 32)), one);
            V also = _mm256_and_si256(_mm256_srlv_epi64(wins, _mm256_srli_epi64(odd, 32)), one);
            _mm256_storeu_si256((V *)(codes + turn * 4 * PAIRS + i), _mm256_or_si256(won, _mm256_slli_epi64(also, 32)));
        }
        even = _mm256_sub_epi64(_mm256_and_si256(even, lower), least);
        odd = _mm256_sub_epi64(_mm256_and_si256(odd, lower), least);
        below = _mm256_or_si256(below, _mm256_or_si256(even, odd));
    }
    return _mm256_movemask_pd(_mm256_castsi256_pd(below)) != 0;
}
#else
static void draw(uint64_t *restrict pairs, uint64_t block, uint64_t first) {
    for (int pair = 0; pair < PAIRS; pair++) {
        uint64_t even = first + 2 * (uint64_t)pair, odd = even + 1;
        uint64_t a = block, b = even, c = even >> 32, d = 0, e = block, f = odd, g = odd >> 32, h = 0;
        uint64_t left = seed & LOW, right = seed >> 32;
#pragma GCC unroll 10
        for (int turn = 0; turn < 10; turn++) {
            ROUND(a, b, c, d, left, right);
            ROUND(e, f, g, h, left, right);
            left += 0x9E3779B9u;
            right += 0xBB67AE85u;
        }
        pairs[pair] = (a & LOW) | (e << 32);
        pairs[PAIRS + pair] = (b & LOW) | (f << 32);
        pairs[2 * PAIRS + pair] = (c & LOW) | (g << 32);
        pairs[3 * PAIRS + pair] = (d & LOW) | (h << 32);
    }
}

static int bits(uint64_t *restrict pairs, uint64_t *restrict codes) {
    uint64_t below = 0, n = pockets & LOW, wins = winning, least = bound;
    for (int turn = 0; turn < 4; turn++)
        for (int i = 0; i < 4 * PAIRS; i++) {
            uint64_t even = (pairs[i] & LOW) * n, odd = (pairs[i] >> 32) * n;
            codes[turn * 4 * PAIRS + i] = ((wins >> (even >> 32)) & 1) | (((wins >> (odd >> 32)) & 1) << 32);
            pairs[i] = (even & LOW) | (odd << 32);
        }
    for (int i = 0; i < 4 * PAIRS; i++) below |= ((pairs[i] & LOW) - least) | ((pairs[i] >> 32) - least);
    return (int)(below >> 63);
}
#endif

static void spin_block(int32_t *codes, uint64_t block, uint64_t first) {
    uint64_t pairs[4 * PAIRS], by_pair[BLOCK * PAIRS];
    draw(pairs, block, first);
    int passed_over = bits(pairs, by_pair);
    memcpy(codes, by_pair, sizeof by_pair);
    if (passed_over)
        for (int lane = 0; lane < LANES; lane++) {
            uint8_t won[BLOCK];
            won_in_block(block, first + (uint64_t)lane, won);
            for (int spin = 0; spin < BLOCK; spin++) codes[spin * LANES + lane] = won[spin];
        }
}

#define IN_LANES(name, start_other, AFTER) \
static void name##_lanes(int64_t first, int64_t count, Sums *sums) { \
    int32_t codes[BLOCK * LANES], money[LANES], want[LANES], other[LANES], played[LANES], staked[LANES]; \
    int32_t cap = (int32_t)most, top = (int32_t)high, bottom = (int32_t)low; \
    for (int64_t group = 0; group < count; group += LANES) { \
        int64_t total[LANES] = {0}; \
        for (int lane = 0; lane < LANES; lane++) { \
            money[lane] = (int32_t)bankroll; want[lane] = 1; other[lane] = start_other; \
            played[lane] = 0; staked[lane] = 0; \
        } \
        for (int64_t done = 0; done < spins; done += BLOCK) { \
            int now = spins - done < BLOCK ? (int)(spins - done) : BLOCK, going = 0; \
            spin_block(codes, (uint64_t)(done / BLOCK), (uint64_t)(first + group)); \
            for (int spin = 0; spin < now; spin++) \
                for (int lane = 0; lane < LANES; lane++) { \
                    int32_t w = want[lane], o = other[lane], m = money[lane], win = codes[spin * LANES + lane]; \
                    int32_t laid = w < cap ? w : cap; \
                    int32_t on = (laid <= m) & (m < top) & (m > bottom), keep_w = w, keep_o = o; \
                    laid &= -on; \
                    AFTER(BY_MASK, w, o, laid, win); \
                    money[lane] = m + laid * (2 * win - 1); \
                    want[lane] = BY_MASK(on, w, keep_w); \
                    other[lane] = BY_MASK(on, o, keep_o); \
                    played[lane] += on; \
                    staked[lane] += laid; \
                } \
            for (int lane = 0; lane < LANES; lane++) { \
                total[lane] += staked[lane]; staked[lane] = 0; going |= played[lane] == done + now; \
            } \
            if (!going) break; \
        } \
        for (int lane = 0; lane < LANES && group + lane < count; lane++) { \
            int32_t laid = want[lane] < cap ? want[lane] : cap; \
            sums->left += money[lane]; sums->played += played[lane]; sums->staked += total[lane]; \
            sums->ended_short += money[lane] < top && money[lane] > bottom && laid > money[lane]; \
        } \
    } \
}

#define BOTH(name, start_other, AFTER) SCALAR(name, start_other, AFTER) IN_LANES(name, start_other, AFTER)
BOTH(flat, 0, FLAT)
BOTH(martingale, 0, MARTINGALE)
BOTH(grand, 0, GRAND)
BOTH(paroli, 0, PAROLI)
BOTH(dalembert, 0, DALEMBERT)
BOTH(fibonacci, 1, FIBONACCI)
BOTH(oscar, 0, OSCAR)
BOTH(one_three_two_six, 0, ONE_THREE_TWO_SIX)
BOTH(careful, 0, CAREFUL)

static void labouchere_scalar(int64_t first, int64_t count, Sums *sums) {
    uint8_t won[BLOCK];
    int32_t ring[RING];
    for (int64_t session = first; session < first + count; session++) {
        int64_t money = bankroll, played = 0, staked = 0;
        unsigned begin = 0, end = 4;
        memcpy(ring, LINE, sizeof LINE);
        int32_t want = LINE[0] + LINE[3];
        for (; played < spins; played++) {
            if (money >= high || money <= low) break;
            int32_t laid = want < most ? want : (int32_t)most;
            if (laid > money) break;
            if (played % BLOCK == 0) won_in_block((uint64_t)played / BLOCK, (uint64_t)session, won);
            staked += laid;
            if (won[played % BLOCK]) {
                money += laid; begin++; end--;
            } else {
                money -= laid; ring[end++ % RING] = laid;
            }
            int length = (int)(end - begin);
            if (length <= 0 || length > LONGEST) {
                memcpy(ring, LINE, sizeof LINE);
                begin = 0; end = 4; length = 4;
            }
            want = length == 1 ? ring[begin % RING] : ring[begin % RING] + ring[(end - 1) % RING];
        }
        int64_t laid = want < most ? want : most;
        sums->left += money; sums->played += played; sums->staked += staked;
        sums->ended_short += money < high && money > low && laid > money;
    }
}

static const struct {
    const char *name;
    void (*scalar)(int64_t, int64_t, Sums *), (*lanes)(int64_t, int64_t, Sums *);
} SYSTEMS[] = {
    {"flat", flat_scalar, flat_lanes}, {"martingale", martingale_scalar, martingale_lanes},
    {"grand-martingale", grand_scalar, grand_lanes}, {"paroli", paroli_scalar, paroli_lanes},
    {"dalembert", dalembert_scalar, dalembert_lanes}, {"fibonacci", fibonacci_scalar, fibonacci_lanes},
    {"oscars-grind", oscar_scalar, oscar_lanes}, {"1-3-2-6", one_three_two_six_scalar, one_three_two_six_lanes},
    {"labouchere", labouchere_scalar, NULL}, {"careful", careful_scalar, careful_lanes},
};

static void *play(void *given) {
    Share *share = given;
    share->run(share->first, share->count, &share->sums);
    return NULL;
}

int main(int argc, char **argv) {
    if (argc != 13) return 2;
    void (*run)(int64_t, int64_t, Sums *) = NULL;
    for (size_t i = 0; i < sizeof SYSTEMS / sizeof *SYSTEMS; i++)
        if (!strcmp(SYSTEMS[i].name, argv[1])) run = strcmp(argv[2], "lanes") ? SYSTEMS[i].scalar : SYSTEMS[i].lanes;
    sessions = atoll(argv[3]); spins = atoll(argv[4]); bankroll = atoll(argv[5]); most = atoll(argv[6]);
    high = atoll(argv[7]) ? atoll(argv[7]) : 1 << 30; low = atoll(argv[8]);
    seed = strtoull(argv[9], NULL, 10);
    int threads = atoi(argv[10]);
    pockets = strtoull(argv[11], NULL, 10); winning = strtoull(argv[12], NULL, 10);
    bound = (1ull << 32) % (pockets * pockets * pockets * pockets);
    if (!run || threads < 1 || threads > THREADS_MAX) return 2;

    Share shares[THREADS_MAX];
    pthread_t ids[THREADS_MAX];
    struct timespec begun, ended;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    for (int i = 0; i < threads; i++) {
        int64_t first = sessions * i / threads, last = sessions * (i + 1) / threads;
        shares[i] = (Share){first, last - first, {0, 0, 0, 0}, run};
        if (pthread_create(&ids[i], NULL, play, &shares[i])) return 1;
    }
    Sums sums = {0, 0, 0, 0};
    for (int i = 0; i < threads; i++) {
        pthread_join(ids[i], NULL);
        sums.left += shares[i].sums.left; sums.played += shares[i].sums.played;
        sums.staked += shares[i].sums.staked; sums.ended_short += shares[i].sums.ended_short;
    }
    clock_gettime(CLOCK_MONOTONIC, &ended);
    printf("%.9f %lld %lld %lld %lld\n",
           (double)(ended.tv_sec - begun.tv_sec) + 1e-9 * (double)(ended.tv_nsec - begun.tv_nsec),
           (long long)sums.left, (long long)sums.played, (long long)sums.staked, (long long)sums.ended_short);
    return 0;
}

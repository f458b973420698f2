import fc from 'fast-check'
import { type Paid, type RuleAsked, settledByPeople } from './random-asked.ts'
import type { Asked } from './random-conditions.ts'
import type { numbers as allNumbers, Told } from './random-formulas.ts'
import { asFrac, floor, frac, sign, type Frac } from './slow-fractions.ts'
import { add, larger, LEVELS, levelOf, MAP, minus, NOTHING, PAID, parts, rateAt, smaller, SUMS, TIERS, times } from './slow-amounts.ts'
import type { Allocation, Benefit, Factor } from './types.ts'

/** Random benefits with every construct of docs/rules.md, and a slow calculation of what each pays a company with complete facts. */

/** No limit on how many count. */
const ALL = Number.POSITIVE_INFINITY
type Kind = Paid
/** An adjustment of an amount: its form in the rule, and its effect. */
interface Change {
  part: Partial<Benefit>
  of(facts: Told, amount: Frac): Frac | undefined
}
const keep: Change = { part: {}, of: (_, amount) => amount }

interface Base {
  key: string
  of(facts: Told): Frac | undefined
}
/** Random rules over these figures and conditions. */
export function rulesOf(numbers: typeof allNumbers, conditions: fc.Arbitrary<Asked>): fc.Arbitrary<RuleAsked> {
  const bases: fc.Arbitrary<Base> = fc.oneof(
    fc.constantFrom('revenueY1', 'own1').map((key): Base => ({ key, of: (f) => asFrac(f[key]) })),
    numbers.map(({ text, of }): Base => ({ key: `=${text}`, of })),
  )
  const named = (kind: object) => JSON.parse(JSON.stringify({ name: '奖', ...kind })) as Benefit
  const onBase = (make: (base: string) => object, of: (base: Frac, facts: Told) => Frac | undefined): fc.Arbitrary<Kind> =>
    bases.map((base) => ({
      benefit: named(make(base.key)),
      pays: (facts) => {
        const found = base.of(facts)
        return found && of(found, facts)
      },
    }))

  const tiered: fc.Arbitrary<Kind> = fc
    .tuple(bases, fc.constantFrom('whole' as const, 'marginal' as const), fc.option(conditions, { nil: undefined }))
    .map(([base, mode, extra]) => ({
      benefit: named({
        kind: 'tierRate',
        base: base.key,
        tiers: TIERS,
        mode,
        ...(extra ? { rateAdd: { when: extra.node, add: 0.05 } } : {}),
      }),
      pays: (facts) => {
        const [found, truth] = [base.of(facts), extra?.of(facts) ?? false]
        if (!found || (extra && extra.of(facts) === undefined)) return undefined
        const added = truth ? 0.05 : 0
        if (mode === 'marginal') return parts(found, added)
        return sign(found, NOTHING) < 0 ? NOTHING : times(found, frac(rateAt(found) + added))
      },
    }))
  const reach: fc.Arbitrary<Kind> = fc
    .tuple(
      bases,
      fc.option(fc.constantFrom('revenueY2', '=revenueY2 * 2'), { nil: undefined }),
      fc.constantFrom('difference' as const, 'full' as const),
    )
    .map(([base, before, pays]) => ({
      benefit: named({
        kind: 'reach',
        base: base.key,
        levels: LEVELS.map((from, n) => ({ from, amount: PAID[n + 1] })),
        pays,
        ...(before ? { before } : {}),
      }),
      pays: (facts) => {
        const found = base.of(facts)
        if (!found) return undefined
        const had = before ? levelOf(times(asFrac(facts['revenueY2'])!, frac(before === 'revenueY2' ? 1 : 2))) : 0
        const level = levelOf(found)
        return level <= had ? NOTHING : frac(PAID[level]! - (pays === 'full' ? 0 : PAID[had]!))
      },
    }))
  const stepped: fc.Arbitrary<Kind> = fc
    .tuple(bases, fc.option(fc.constantFrom('revenueY2', '=revenueY2 * 2'), { nil: undefined }))
    .map(([base, before]) => ({
      benefit: named({ kind: 'perStep', base: base.key, step: 500, amount: 3, above: 100, ...(before ? { before } : {}) }),
      pays: (facts) => {
        const found = base.of(facts)
        if (!found) return undefined
        const steps = (figure: Frac) => larger(floor(times(minus(figure, frac(100)), [1n, 500n])), NOTHING)
        const had = before ? steps(times(asFrac(facts['revenueY2'])!, frac(before === 'revenueY2' ? 1 : 2))) : NOTHING
        return times(larger(minus(steps(found), had), NOTHING), frac(3))
      },
    }))
  const kinds: fc.Arbitrary<Kind> = fc.oneof(
    fc.constantFrom(5, 10, 20).map((amount) => ({ benefit: named({ kind: 'fixed', amount }), pays: () => frac(amount) })),
    onBase(
      (base) => ({ kind: 'rate', base, rate: 0.1 }),
      (base) => times(base, frac(0.1)),
    ),
    onBase(
      (base) => ({ kind: 'perUnit', base, unitAmount: 0.03 }),
      (base) => times(base, frac(0.03)),
    ),
    stepped,
    tiered,
    reach,
    fc.constant<Kind>({
      benefit: named({ kind: 'lookup', field: 'rdOrgLevel', map: SUMS }),
      pays: (f) => frac(SUMS[String(f['rdOrgLevel'])] ?? 0),
    }),
    fc.constant<Kind>({
      benefit: named({ kind: 'lookupRange', field: 'rdOrgLevel', map: { national: [5, 20], provincial: [1, 10] } }),
      pays: (f) => frac(SUMS[String(f['rdOrgLevel'])] ?? 0),
    }),
    numbers.map(({ text, of }) => ({ benefit: named({ kind: 'expr', expr: text, defaults: { revenueY1: 0, isHNTE: false } }), pays: of })),
    fc.constantFrom<Kind>(
      { benefit: named({ kind: 'honor' }), pays: () => NOTHING },
      { benefit: named({ kind: 'ref', ref: 'tax-small-profit' }), pays: () => NOTHING },
    ),
  )

  const maybe = (change: fc.Arbitrary<Change>): fc.Arbitrary<Change> => fc.oneof({ weight: 3, arbitrary: fc.constant(keep) }, change)
  const whenFactor = conditions.map((asked): { factor: Factor; by(facts: Told): number | undefined } => ({
    factor: { when: asked.node, times: 1.2 },
    by: (facts) => ((truth) => (truth === undefined ? undefined : truth ? 1.2 : 1))(asked.of(facts)),
  }))
  const optionFactor = fc.constant({
    factor: { field: 'rdOrgLevel', map: MAP } as Factor,
    by: (f: Told): number | undefined => MAP[String(f['rdOrgLevel'])] ?? 1,
  })
  /** In the order of docs/rules.md: 系数, 保底, 封顶, 不超过另一项, 扣除已得到的, 取整. */
  const changes: readonly fc.Arbitrary<Change>[] = [
    fc.array(fc.oneof(whenFactor, optionFactor), { minLength: 1, maxLength: 2 }).map((list) => ({
      part: { factors: list.map(({ factor }) => factor) },
      of: (facts, amount) =>
        list.reduce<Frac | undefined>(
          (sum, { by }) => ((b) => (sum && b !== undefined ? times(sum, frac(b)) : undefined))(by(facts)),
          amount,
        ),
    })),
    fc.constantFrom(2, 12).map((floorAt) => ({
      part: { floor: floorAt },
      of: (_, amount) => (sign(amount, NOTHING) > 0 ? larger(amount, frac(floorAt)) : amount),
    })),
    fc.constantFrom(15, 60).map((cap) => ({ part: { cap }, of: (_, amount) => smaller(amount, frac(cap)) })),
    bases.map((base) => ({
      part: { limits: [base.key] },
      of: (facts, amount) => ((most) => most && smaller(amount, larger(most, NOTHING)))(base.of(facts)),
    })),
    bases.map((base) => ({
      part: { less: [base.key] },
      of: (facts, amount) => ((had) => had && larger(minus(amount, larger(had, NOTHING)), NOTHING))(base.of(facts)),
    })),
    fc.constantFrom({ to: 1, way: 'down' as const }, { to: 5, way: 'nearest' as const }).map((rounding) => ({
      part: { rounding },
      of: (_, amount) =>
        times(floor(add(times(amount, [1n, BigInt(rounding.to)]), frac(rounding.way === 'nearest' ? 0.5 : 0))), frac(rounding.to)),
    })),
  ]
  /** The optional parts of a benefit; `when` first, then adjustments of its amount. */
  const dressed = (kind: fc.Arbitrary<Kind>): fc.Arbitrary<Paid> =>
    fc
      .tuple(
        kind,
        fc.option(conditions, { nil: undefined }),
        fc.tuple(...changes.map(maybe)),
        fc.record(
          { exclusiveGroup: fc.constantFrom('a', 'b'), upperBound: fc.constant(true), optional: fc.constant(true) },
          { requiredKeys: [] },
        ),
      )
      .map(([one, when, list, more]) => ({
        benefit: Object.assign({}, one.benefit, more, ...list.map(({ part }) => part), when ? { when: when.node } : {}),
        pays: (facts) => {
          const truth = when ? when.of(facts) : true
          if (truth === undefined) return undefined
          if (!truth || one.benefit.kind === 'honor' || one.benefit.kind === 'ref') return NOTHING
          const start = one.pays(facts)
          return list.reduce<Frac | undefined>((amount, change) => amount && change.of(facts, amount), start && larger(start, NOTHING))
        },
      }))

  /** The sum of several benefits: of mutually exclusive ones the highest counts; or only the several highest. */
  function together(list: readonly Paid[], many: number, facts: Told): Frac | undefined {
    const groups = new Map<string, Frac>()
    for (const [n, { benefit, pays }] of list.entries()) {
      const amount = pays(facts)
      if (!amount) return undefined
      const key = many === 1 ? '' : (benefit.exclusiveGroup ?? String(n))
      groups.set(key, larger(groups.get(key) ?? NOTHING, amount))
    }
    return [...groups.values()]
      .toSorted((a, b) => sign(b, a))
      .slice(0, many)
      .reduce(add, NOTHING)
  }
  const simple = dressed(kinds)
  const grouped = dressed(
    fc
      .tuple(fc.array(simple, { minLength: 1, maxLength: 4 }), fc.constantFrom('sum' as const, 'max' as const), fc.constantFrom(1, 2))
      .map(([items, combine, wanted]) => {
        const best = combine === 'max' && items.length > 2 ? wanted : 1
        return {
          benefit: named({ kind: 'group', items: items.map(({ benefit }) => benefit), combine, ...(best > 1 ? { best } : {}) }),
          pays: (facts: Told) => together(items, combine === 'max' ? best : ALL, facts),
        }
      }),
  )

  const payout = fc.constantFrom<{ payout?: number[] }>({}, { payout: [0.4, 0.3, 0.3] })
  /** A whole rule; its conditions always hold, so that its amount is calculated. */
  const rules: fc.Arbitrary<RuleAsked> = fc
    .tuple(
      fc.array(
        fc.oneof(
          { weight: 4, arbitrary: fc.tuple(simple, payout).map(([one, more]): Paid => ({ ...one, benefit: { ...one.benefit, ...more } })) },
          { weight: 1, arbitrary: grouped },
          { weight: 1, arbitrary: settledByPeople(conditions) },
        ),
        { minLength: 1, maxLength: 3 },
      ),
      fc.constantFrom('sum' as const, 'max' as const),
      fc.record(
        {
          maxPerYear: fc.constant(2),
          competitive: fc.constant(true),
          allocation: fc.constantFrom<Allocation>(
            { way: 'prorata', budget: 100 },
            { way: 'rank', rankBy: 'revenueY1', awards: [{ to: 1, amount: 5 }], perGroup: 1, topShare: 0.5 },
          ),
          funding: fc.constant([
            { by: '市', share: 0.4 },
            { by: '县', share: 0.6 },
          ]),
        },
        { requiredKeys: [] },
      ),
    )
    .map(([list, benefitCombine, more]) => ({
      rule: {
        id: 't',
        title: 't',
        conditions: { field: 'countyRegistered', op: 'eq', value: true },
        benefits: list.map(({ benefit }) => benefit),
        benefitCombine,
        ...more,
      },
      pays: (facts) => together(list, benefitCombine === 'max' ? 1 : ALL, facts),
    }))
  return rules
}

import { z } from 'zod'
import { keyInWords } from '../../../contract/shortened.ts'
import { suggestion } from './answers.ts'
import type { Catalog } from './catalog.ts'
import { allocationIssues, allocationShape, fundingIssues, fundingShape } from './check-allocation.ts'
import { columnsIn, checkConditions, computedIssue } from './check-conditions.ts'
import { formulaIssue } from './check-fields.ts'
import { flag, money, multiple, rate, text } from './check-scalars.ts'
import type { Benefit, Issue } from './types.ts'

const common = {
  name: text,
  unit: z.literal('万元', { error: '单位只能是万元' }).optional(),
  formula: z.string({ error: '应为文字' }).nullish(),
  when: z.unknown().optional(),
  cap: money.nullish(),
  floor: money.nullish(),
  factors: z
    .array(
      z.union(
        [
          z.strictObject({ when: z.unknown(), times: multiple }, { error: strayText }),
          z.strictObject({ field: text, map: z.record(z.string(), multiple, { error: '应为“选项: 倍数”' }) }, { error: strayText }),
        ],
        { error: '系数应为“条件 + 倍数”或“字段 + 各选项的倍数”' },
      ),
      { error: '应为系数列表' },
    )
    .max(10, { error: '最多 10 个系数' })
    .optional(),
  limits: z.array(text, { error: '应为不超过的各项' }).max(5, { error: '最多 5 项' }).optional(),
  rounding: z
    .strictObject(
      {
        to: z.number({ error: '应为数字（万元）' }).positive({ error: '应大于 0' }),
        way: z.enum(['down', 'nearest'], { error: '只能是 down（舍去）或 nearest（四舍五入）' }),
      },
      { error: strayText },
    )
    .optional(),
  less: z.array(text, { error: '应为要扣除的各项' }).max(5, { error: '最多扣除 5 项' }).optional(),
  upperBound: flag,
  optional: flag,
  payout: z.array(rate, { error: '应为各年比例的列表' }).nonempty({ error: '不能为空' }).optional(),
  payoutTerms: z.array(z.string({ error: '应为文字' }).max(200, { error: '最多 200 字' }), { error: '应为各年兑付条件的列表' }).optional(),
  exclusiveGroup: text.optional(),
}
/** A case-by-case benefit is not calculated, so it has no adjustments and no exclusions. */
const { name, unit, formula, when, cap } = common
const settled = { name, unit, formula, when, cap }
const tier = z.strictObject(
  { min: money.nullish(), minInclusive: flag, max: money.nullish(), maxInclusive: flag, rate },
  { error: strayText },
)
const kinds = [
  z.strictObject({ ...common, kind: z.literal('fixed'), amount: money }, { error: strayText }),
  z.strictObject({ ...common, kind: z.literal('rate'), base: text, rate }, { error: strayText }),
  z.strictObject(
    {
      ...common,
      kind: z.literal('tierRate'),
      base: text,
      tiers: z.array(tier, { error: '应为分档列表' }).nonempty({ error: '至少一档' }),
      mode: z.enum(['whole', 'marginal'], { error: '只能是 whole（全额按所在档）或 marginal（超额累进）' }).optional(),
      rateAdd: z.strictObject({ when: z.unknown(), add: rate }, { error: strayText }).optional(),
    },
    { error: strayText },
  ),
  z.strictObject(
    { ...common, kind: z.literal('lookup'), field: text, map: z.record(z.string(), money, { error: '应为“选项: 金额”' }) },
    { error: strayText },
  ),
  z.strictObject(
    {
      ...common,
      kind: z.literal('lookupRange'),
      field: text,
      map: z.record(z.string(), z.tuple([money, money], { error: '应为 [下限, 上限]' }), { error: '应为“选项: [下限, 上限]”' }),
    },
    { error: strayText },
  ),
  z.strictObject({ ...common, kind: z.literal('perUnit'), base: text, unitAmount: money }, { error: strayText }),
  z.strictObject(
    {
      ...common,
      kind: z.literal('reach'),
      base: text,
      levels: z
        .array(z.strictObject({ from: z.number({ error: '应为数字' }), amount: money }, { error: strayText }), { error: '应为档次列表' })
        .nonempty({ error: '至少一档' })
        .max(30, { error: '最多 30 档' }),
      before: text.optional(),
      pays: z.enum(['difference', 'full'], { error: '只能是 difference（补差）或 full（全额）' }).optional(),
    },
    { error: strayText },
  ),
  z.strictObject(
    {
      ...common,
      kind: z.literal('perStep'),
      base: text,
      step: z.number({ error: '应为数字' }).positive({ error: '应大于 0' }),
      amount: money,
      above: z.number({ error: '应为数字' }).nullish(),
      before: text.optional(),
    },
    { error: strayText },
  ),
  z.strictObject(
    {
      ...common,
      kind: z.literal('group'),
      combine: z.enum(['sum', 'max'], { error: '只能是 sum（合计）或 max（就高）' }).optional(),
      best: z.number({ error: '应为整数' }).int({ error: '应为整数' }).min(1, { error: '至少 1 项' }).optional(),
      items: z.array(z.unknown(), { error: '应为优惠列表' }).nonempty({ error: '至少一项' }),
    },
    { error: strayText },
  ),
  z.strictObject(
    {
      ...common,
      kind: z.literal('expr'),
      expr: text,
      defaults: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]), { error: '应为“字段: 缺省值”' }).optional(),
    },
    { error: strayText },
  ),
  z.strictObject({ ...common, kind: z.literal('honor'), amount: z.literal(0, { error: '荣誉没有金额' }).optional() }, { error: strayText }),
  z.strictObject({ ...common, kind: z.literal('ref'), ref: text }, { error: strayText }),
  z.strictObject({ ...settled, kind: z.literal('negotiated') }, { error: strayText }),
] as const
const benefitShape = z.discriminatedUnion('kind', kinds, {
  error: '优惠种类 kind 只能是 fixed、rate、tierRate、lookup、lookupRange、perUnit、reach、perStep、group、expr、honor、ref、negotiated',
})

function strayText(issue: { code?: string; keys?: readonly string[] }): string {
  return issue.code === 'unrecognized_keys' ? `不认识的内容“${issue.keys?.map(keyInWords).join('、')}”` : '应为对象'
}

const policyShape = z.looseObject(
  {
    id: text,
    title: text,
    benefits: z.array(z.unknown(), { error: '应为优惠列表' }).optional(),
    benefitCombine: z.enum(['sum', 'max'], { error: '只能是 sum（合计）或 max（取高）' }).optional(),
    exclusiveGroup: text.nullish(),
    competitive: flag,
    maxPerYear: z.number({ error: '应为整数' }).int({ error: '应为整数' }).min(1, { error: '至少 1 个' }).optional(),
    allocation: allocationShape.optional(),
    funding: fundingShape.optional(),
    clawback: z.string({ error: '应为文字' }).optional(),
    closable: z.array(text, { error: '应为条件编号或字段的列表' }).optional(),
  },
  { error: '政策规则应为对象' },
)

/** Every reason why a policy's rule cannot be saved: place and Chinese sentence. Empty = accepted. */
export function checkPolicy(catalog: Catalog, policy: unknown): Issue[] {
  const shape = policyShape.safeParse(policy)
  if (!shape.success) return fromZod(shape.error, '')
  const issues = checkConditions(catalog, shape.data['conditions'], 'conditions')
  shape.data.benefits?.forEach((benefit, index) => issues.push(...checkBenefit(catalog, benefit, `benefits[${index}]`)))
  if (shape.data.funding) issues.push(...fundingIssues(shape.data.funding))
  if (shape.data.allocation) issues.push(...allocationIssues(catalog, shape.data.allocation))
  return issues
}

function checkBenefit(catalog: Catalog, source: unknown, path: string, depth = 0): Issue[] {
  if (depth > 0 && isNegotiated(source)) return [{ path, message: '一事一议的金额不由规则算出，不能放在组内合计或就高' }]
  if (depth > 3) return [{ path, message: '优惠组合嵌套过深' }]
  const shape = benefitShape.safeParse(source)
  if (!shape.success) return fromZod(shape.error, path)
  const benefit = shape.data as Benefit
  const issues: Issue[] = benefit.when ? checkConditions(catalog, benefit.when, `${path}.when`) : []
  const needs = (key: string, at: string, ok: (type: string, numeric: boolean) => boolean, what: string): void => {
    const broken = computedIssue(catalog, key)
    const field = broken ? undefined : catalog.byKey.get(key)
    if (broken) issues.push({ path: `${path}.${at}`, message: broken })
    else if (!field) issues.push({ path: `${path}.${at}`, message: `没有字段“${key}”${suggestion(catalog, key)}` })
    else if (!ok(field.type, field.numeric)) issues.push({ path: `${path}.${at}`, message: `“${field.label}”应为${what}` })
  }
  const options = (key: string, map: object, at: string): void => {
    needs(key, `${at}field`, (type) => type === 'enum', '选项字段')
    const field = catalog.byKey.get(key)
    for (const value of Object.keys(map))
      if (field?.type === 'enum' && !field.labels.has(value))
        issues.push({ path: `${path}.${at}map.${value}`, message: `“${field.label}”没有选项“${value}”` })
  }
  benefit.factors?.forEach((factor, n) => {
    if ('when' in factor) issues.push(...checkConditions(catalog, factor.when, `${path}.factors[${n}].when`))
    else options(factor.field, factor.map, `factors[${n}].`)
  })
  benefit.limits?.forEach((key, n) => needs(key, `limits[${n}]`, (_, numeric) => numeric, '数值字段'))
  if (benefit.rounding?.way === 'nearest' && benefit.cap != null && !isWhole(benefit.cap / benefit.rounding.to))
    issues.push({
      path: `${path}.rounding`,
      message: `封顶 ${benefit.cap} 万元不是 ${benefit.rounding.to} 万元的整数倍，四舍五入会超过封顶`,
    })
  benefit.less?.forEach((key, n) => needs(key, `less[${n}]`, (_, numeric) => numeric, '数值字段'))
  if (benefit.payoutTerms && benefit.payoutTerms.length !== benefit.payout?.length)
    issues.push({ path: `${path}.payoutTerms`, message: '兑付条件要与分年比例一一对应' })
  if ((benefit.kind === 'reach' || benefit.kind === 'perStep') && benefit.before !== undefined)
    needs(benefit.before, 'before', (_, numeric) => numeric, '数值字段')
  if (
    benefit.kind === 'rate'
    || benefit.kind === 'perUnit'
    || benefit.kind === 'tierRate'
    || benefit.kind === 'reach'
    || benefit.kind === 'perStep'
  )
    needs(benefit.base, 'base', (_, numeric) => numeric, '数值字段')
  if (benefit.kind === 'tierRate' && benefit.rateAdd) issues.push(...checkConditions(catalog, benefit.rateAdd.when, `${path}.rateAdd.when`))
  if (benefit.kind === 'lookup' || benefit.kind === 'lookupRange') options(benefit.field, benefit.map, '')
  if (benefit.kind === 'group' && benefit.best !== undefined)
    issues.push(...bestIssues(benefit.combine, benefit.best, benefit.items.length, path))
  if (benefit.kind === 'group')
    benefit.items.forEach((item, index) => issues.push(...checkBenefit(catalog, item, `${path}.items[${index}]`, depth + 1)))
  if (benefit.kind === 'expr') {
    const message = formulaIssue(benefit.expr, (key) => catalog.byKey.has(key), columnsIn(catalog))
    if (message) issues.push({ path: `${path}.expr`, message })
    for (const key of Object.keys(benefit.defaults ?? {})) needs(key, `defaults.${key}`, () => true, '')
  }
  return issues
}

const isNegotiated = (source: unknown): boolean =>
  typeof source === 'object' && source !== null && 'kind' in source && source.kind === 'negotiated'

/** `best` is only allowed for a group that pays its highest items, and must be smaller than the number of items. */
function bestIssues(combine: string | undefined, best: number, many: number, path: string): Issue[] {
  if (combine !== 'max') return [{ path: `${path}.best`, message: '只有“就高”的组才写取几项' }]
  return best < many || best === 1 ? [] : [{ path: `${path}.best`, message: `组内只有 ${many} 项，取高的 ${best} 项就是全部合计` }]
}

const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < 1e-9

const fromZod = (error: z.ZodError, root: string): Issue[] =>
  error.issues.map((issue) => ({
    path: issue.path.reduce<string>(
      (path, part) => (typeof part === 'number' ? `${path}[${part}]` : path ? `${path}.${String(part)}` : String(part)),
      root,
    ),
    message: issue.message,
  }))

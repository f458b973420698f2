import { attributesOf } from '../../../contract/market/attributes.ts'
import { fits, marketKinds, type Fit, type MarketKind } from '../../../contract/market/states.ts'
import type { MatchRow } from '../../../contract/market/dealing.ts'
import { fairGate } from '../../kernel/access/queued-admission.ts'
import type { Actor } from '../../kernel/actor.ts'
import { today } from '../../kernel/clock.ts'
import { invalidField } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Explanation, PlainJudgement } from '../../matching/index.ts'
import { inSlices } from '../../matching/index.ts'
import { areaText, namesFor, priceText, streetName, streetsText, type Names } from '../names.ts'
import { readable, staleDays } from '../queries.ts'
import { STREET } from './catalogue.ts'
import { judgeAgainst } from './judge.ts'
import { shelfOf, type Shelved } from './shelf.ts'

const verdicts: Readonly<Record<PlainJudgement['ruleVerdict'], Fit>> = {
  match: fits.code.fits,
  near: fits.code.near,
  unknown: fits.code.open,
  nomatch: fits.code.not,
}
/** Longest computation in milliseconds; after this it is given up. */
const LIMIT_MS = 5000
/** One account cannot have everything judged many times at once. */
const inTurn = fairGate({ atOnce: 2, queue: 40, own: 4 })
/** Judgements between two yields to other requests. */
const BATCH = 500

function* judged(
  pairs: readonly Shelved[],
  of: (item: Shelved) => Fit,
): Generator<undefined, { item: Shelved; fit: Fit }[], boolean | undefined> {
  const all: { item: Shelved; fit: Fit }[] = []
  for (const [n, item] of pairs.entries()) {
    all.push({ item, fit: of(item) })
    if (n % BATCH === BATCH - 1 && (yield undefined)) break
  }
  return all
}

const labels: ReadonlyMap<string, string> = new Map(
  (['workshopInfo', 'landInfo'] as const).flatMap((kind) => attributesOf(kind).map(([key, { label }]) => [key, label] as const)),
)
const leaves = (node: Explanation): Explanation[] => (node.children?.length ? node.children.flatMap(leaves) : [node])
/** Failed conditions first, then unknown, then met ones; each with what is missing. */
function reasons(names: Names, node: Explanation) {
  const order = { false: 0, unknown: 1, true: 2 }
  return (node.children ?? [])
    .map((part) => {
      const [first] = leaves(part)
      return {
        label: part.field === STREET ? '镇街' : (labels.get(part.field ?? first?.field ?? '') ?? '条件'),
        // Streets are written here, because the engine does not know the dictionary of places.
        sentence:
          part.field === STREET
            ? `所在镇街为${streetName(names, part.required as string[])}`
            : part.children?.length
              ? leaves(part)
                  .map(({ sentence }) => sentence)
                  .join('，或')
              : part.sentence,
        result: part.result,
        actual: part.field === STREET && part.actual ? streetName(names, [part.actual as string]) : (first?.actualText ?? ''),
        gap:
          part.result === 'unknown'
            ? '供应方没有填写'
            : part.result === 'false'
              ? (leaves(part).find(({ gapText }) => gapText)?.gapText ?? '')
              : '',
      }
    })
    .toSorted((a, b) => order[a.result] - order[b.result])
}

/** Items of the other side for an item that the caller may see, best verdict first, then latest confirmed; without contacts. */
export async function matchesOf(
  k: Kernel,
  actor: Actor,
  asked: { kind: MarketKind; id: number; page: number; pageSize: number },
  side: 'supply' | 'demand',
) {
  const { kind, id, page, pageSize } = asked
  if (marketKinds[kind].side !== side) throw invalidField('kind', side === 'demand' ? '请选择一条需求' : '请选择一处供应')
  const row = await readable(k, actor, kind, id)
  const { other } = marketKinds[kind]
  const others = await shelfOf(k).of(other)
  const judge = judgeAgainst(row, today(k.clock), others.length)
  const judging = judged(others, (item) => verdicts[judge(item).ruleVerdict])
  const all = await inTurn(String(actor.userId), () => inSlices(judging, LIMIT_MS))
  const counts = ([0, 1, 2, 3] as const).map((verdict) => ({
    verdict,
    name: fits.labels[verdict],
    count: all.filter(({ fit }) => fit === verdict).length,
  }))
  const shown = all
    .filter(({ fit }) => fit !== fits.code.not)
    .toSorted((a, b) => a.fit - b.fit || b.item.freshAt - a.item.freshAt || b.item.id - a.item.id)
    .slice((page - 1) * pageSize, page * pageSize)
  const names = await namesFor(k.db, [other])
  const list = shown.map(({ item, fit }): MatchRow => ({
    id: item.id,
    title: item.title,
    streetName: streetsText(names, item.streetIds),
    areaText: areaText(other, item.attributes),
    priceText: priceText(other, item.attributes),
    verdict: fit,
    verdictName: fits.labels[fit],
    conditions: reasons(names, judge(item).toJSON().conditions),
    staleDays: staleDays(k, new Date(item.freshAt).toISOString()),
  }))
  return { asOf: k.clock.now().toISOString(), total: all.length, counts, list }
}

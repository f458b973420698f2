import { attributesOf } from '../../../contract/market/attributes.ts'
import { fits, marketKinds, type Fit, type MarketKind } from '../../../contract/market/states.ts'
import type { MatchRow } from '../../../contract/market/dealing.ts'
import { fairGate } from '../../kernel/access/queued-admission.ts'
import type { Actor } from '../../kernel/actor.ts'
import { today } from '../../kernel/clock.ts'
import { invalidField, refused } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Explanation } from '../../matching/index.ts'
import { inSlices } from '../../matching/index.ts'
import { areaText, namesFor, priceText, streetName, streetsText, type Names } from '../names.ts'
import { readable, staleDays } from '../queries.ts'
import { hiddenBefore } from '../visible.ts'
import { latest, type Held } from './board.ts'
import { STREET } from './catalogue.ts'
import { faultOf, learnNames } from './demand-rule.ts'
import { judgeAgainst, type Against } from './judge.ts'
import { shelfOf } from './shelf.ts'
import type { Shelved } from './shelved.ts'

/** Longest computation in milliseconds; after this it is given up. */
const LIMIT_MS = 5000
/** One account cannot have everything judged many times at once. */
const inTurn = fairGate({ atOnce: 2, queue: 40, own: 4 })
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

const shownFits = [fits.code.fits, fits.code.near, fits.code.open] as const
/** One page: the best verdict first, within it the latest confirmed. */
function pageOf(held: Held, from: number, size: number): { item: Shelved; fit: Fit }[] {
  let skip = from
  const page: { item: Shelved; fit: Fit }[] = []
  for (const fit of shownFits) {
    const items = held[fit]
    if (page.length < size) page.push(...latest(items, skip, size - page.length).map((item) => ({ item, fit })))
    skip = Math.max(0, skip - items.length)
  }
  return page
}

/** Whoever asks for the matches of a demand with an unusable rule is told what to correct. */
function usable(row: Parameters<typeof judgeAgainst>[0], day: string): Against {
  try {
    return judgeAgainst(row, day)
  } catch (err) {
    const fault = faultOf(row.kind, row.facts)
    throw fault === null ? err : refused(fault, 'RULE')
  }
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
  const names = await namesFor(k.db, [other])
  learnNames(other, names)
  const board = await shelfOf(k).board(other)
  const against = usable(row, today(k.clock))
  const held = await inTurn(String(actor.userId), () => inSlices(against.held(board, Date.parse(hiddenBefore(k))), LIMIT_MS))
  const counts = [
    ...shownFits.map((verdict) => ({ verdict, name: fits.labels[verdict], count: held[verdict].length })),
    { verdict: fits.code.not, name: fits.labels[fits.code.not], count: held.not },
  ]
  const shown = pageOf(held, (page - 1) * pageSize, pageSize)
  const list = shown.map(({ item, fit }): MatchRow => ({
    id: item.id,
    title: item.title,
    streetName: streetsText(names, item.streetIds),
    areaText: areaText(other, item.attributes),
    priceText: priceText(other, item.attributes),
    verdict: fit,
    verdictName: fits.labels[fit],
    conditions: reasons(names, against.judge(item).toJSON().conditions),
    staleDays: staleDays(k, new Date(item.freshAt).toISOString()),
  }))
  return { asOf: k.clock.now().toISOString(), total: counts.reduce((sum, { count }) => sum + count, 0), counts, list }
}

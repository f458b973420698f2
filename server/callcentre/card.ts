import type { CallCard } from '../../contract/callcentre/desk.ts'
import type { PortraitRecords } from '../../contract/portrait.ts'
import { authorizedFactsOf, companiesSeen, noteSitting, requireCompany } from '../company/index.ts'
import { openPii } from '../kernel/access/pii.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { notFound } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { recordsOf } from '../kernel/offers/portrait-records.ts'
import { CALL } from './locking.ts'
import { companiesCalling, type Match } from './matches.ts'
import { seenBy } from './queries.ts'
import { rowsShown } from './reading.ts'
import { verdictInWords } from './verdict.ts'

const SHOWN = 40

/** The card of a caller: companies that may have the number, and for the chosen one what the reader may see (ADR 0503). */
export async function cardOf(
  k: Kernel,
  call: Call,
  { id, companyId }: { id?: number | undefined; companyId?: number | undefined },
): Promise<CallCard> {
  const actor = signedIn(call.actor)
  const [row] = id === undefined ? [] : await rowsShown(k, actor, seenBy(k.db, actor).where('r.id', '=', id))
  if (id !== undefined && !row) throw notFound('该通话记录不存在或已被删除')
  const matches = row ? await inSight(k, actor, await companiesCalling(k, k.db, await numberOf(k, row.id))) : []
  // The call is answered whoever calls: a company that the agent may not see is left out, and refused only when the agent asked for it.
  const known = row?.companyId ? await inSight(k, actor, [{ id: row.companyId }]) : []
  const meant = companyId ?? known[0]?.id ?? null
  return { call: row ?? null, matches, company: meant === null ? null : await companyOf(k, call, actor, meant, id) }
}

async function inSight<C extends Pick<Match, 'id'>>(k: Kernel, actor: Actor, companies: readonly C[]): Promise<C[]> {
  if (!actor.permissions.has('company:read')) return []
  const seen = await companiesSeen(
    k.db,
    actor,
    companies.map(({ id }) => id),
  )
  return companies.filter(({ id }) => seen.has(id))
}

async function numberOf(k: Kernel, id: number): Promise<string> {
  const row = await k.db.selectFrom('call_record').select('phone_sealed').where('id', '=', id).executeTakeFirstOrThrow()
  return openPii(k, row.phone_sealed)
}

async function companyOf(k: Kernel, call: Call, actor: Actor, id: number, callId: number | undefined): Promise<CallCard['company']> {
  if (!actor.permissions.has('company:read')) return null
  await requireCompany(k.db, actor, id)
  const company = await k.db.selectFrom('company').select(['id', 'name', 'credit_code', 'address']).where('id', '=', id).executeTakeFirst()
  if (!company) throw notFound('企业不存在')
  const consent = (await authorizedFactsOf(k.db, id)) !== null
  // The access is recorded in the company's ledger: 来电受理, once per sitting.
  if (consent) await noteSitting(k, call, actor, id, 'company.call.read')
  return {
    id,
    name: company.name,
    creditCode: company.credit_code,
    address: company.address ?? '',
    timeline: timelineOf(await recordsOf(k, actor, id)).filter((entry) => entry.kind !== CALL || entry.id !== callId),
    consent,
    verdict: consent ? await verdictInWords(k, id) : null,
  }
}

/** The records of all domains that the reader may see: open ones first, then the newest. */
function timelineOf(records: readonly PortraitRecords[]): NonNullable<CallCard['company']>['timeline'] {
  return records
    .flatMap(({ kind, title, columns, rows }) =>
      rows.map(({ id, cells, open = false }) => {
        const cell = (n: number) => String(cells[n] ?? '')
        const time = columns.findIndex((column) => column.kind === 'time')
        const state = columns.findIndex((column) => column.title === '状态')
        return {
          kind,
          kindName: title,
          id,
          at: time < 0 || cells[time] === null ? null : cell(time),
          words: columns.flatMap((column, n) => (column.kind === 'text' && n !== state && cells[n] ? [cell(n)] : [])).join(' · '),
          state: state < 0 ? '' : cell(state),
          open,
        }
      }),
    )
    .toSorted((a, b) => Number(b.open) - Number(a.open) || (b.at ?? '').localeCompare(a.at ?? ''))
    .slice(0, SHOWN)
}

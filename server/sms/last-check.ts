import { smsSkips, type SmsPurpose, type SmsSkip } from '../../contract/sms/states.ts'
import type { SmsAudience } from '../../contract/sms/sends.ts'
import { usualNumber } from '../../contract/usual-number.ts'
import { blindIndexes, openPii } from '../kernel/access/pii.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { withdrawnSince } from './recipients.ts'
import { unwanted, wishesOf } from './wishes.ts'

export interface Ready {
  id: number
  company_id: number | null
  phone: string
  phone_index: string
}
export interface Reviewed {
  send_id: number
  purpose: SmsPurpose
  persons_sealed: string
  audience: Omit<SmsAudience, 'persons'>
}

/**
 * Asks again at the moment of sending, because hours or days lie between review and send: who opted out or no longer wants
 * promotion, whose number is no longer that of the company, and who was chosen by the archive and has withdrawn the consent to it. Returns the reason of each message that must not go.
 */
export async function leftOutNow(k: Kernel, send: Reviewed, piece: readonly Ready[]): Promise<ReadonlyMap<number, string>> {
  const wishes = await wishesOf(
    k,
    k.db,
    piece.map(({ phone, phone_index }) => ({ phone, index: phone_index })),
  )
  const isTheirs = await ownersOf(k, send, piece)
  const withdrawn = await withdrawnSince(
    k.db,
    send.audience,
    piece.flatMap(({ company_id }) => company_id ?? []),
  )
  const why = (one: Ready): SmsSkip | null =>
    unwanted(wishes.get(one.phone_index), send.purpose)
    ?? (isTheirs(one) ? (one.company_id !== null && withdrawn.has(one.company_id) ? 'withdrawn' : null) : 'unbound')
  return new Map(piece.flatMap((one) => (why(one) === null ? [] : [[one.id, smsSkips[why(one)!]] as const])))
}

/** Whether a number still belongs to its company, or was typed by the author. The message of a deleted company has neither. */
async function ownersOf(k: Kernel, send: Reviewed, piece: readonly Ready[]): Promise<(one: Ready) => boolean> {
  const companyIds = piece.flatMap(({ company_id }) => company_id ?? [])
  const numbers = new Map<number, (string | null)[]>()
  if (companyIds.length > 0)
    for (const row of await k.db
      .selectFrom('company')
      .select(['id', 'contact_phone_index', 'legal_person_phone_index'])
      .where('id', 'in', companyIds)
      .execute())
      numbers.set(row.id, [row.contact_phone_index, row.legal_person_phone_index])
  const typed = new Set<string>()
  if (companyIds.length < piece.length)
    for (const { phone } of JSON.parse(openPii(k, send.persons_sealed)) as SmsAudience['persons']) typed.add(usualNumber(phone))
  const listed = await listedOf(k, send.send_id, piece)
  return ({ company_id, phone }) =>
    company_id === null
      ? typed.has(phone) || blindIndexes(k, phone).some((index) => listed.has(index))
      : blindIndexes(k, phone).some((index) => numbers.get(company_id)?.includes(index))
}

/** The numbers among these that came from a sheet, by index. */
async function listedOf(k: Kernel, sendId: number, piece: readonly Ready[]): Promise<ReadonlySet<string>> {
  const asked = piece.flatMap(({ company_id, phone }) => (company_id === null ? blindIndexes(k, phone) : []))
  if (asked.length === 0) return new Set()
  const rows = await k.db
    .selectFrom('sms_person')
    .select('phone_index')
    .where('send_id', '=', sendId)
    .where('phone_index', 'in', asked)
    .execute()
  return new Set(rows.map((row) => row.phone_index))
}

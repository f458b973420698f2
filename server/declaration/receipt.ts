import { timingSafeEqual } from 'node:crypto'
import { dateOf } from '../kernel/clock.ts'
import { allKeys, currentKey, hmacSm3 } from '../kernel/access/keyring.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { declarationRows } from './queries.ts'

const PURPOSE = 'declaration-receipt'
const CODE_LENGTH = 16
const codeOf = (key: Buffer, declareNo: string) => hmacSm3(key, declareNo).slice(0, CODE_LENGTH)

/** The address at which anybody may check a receipt. The code prevents trying numbers one after the other. */
export const verifyPath = (k: Kernel, declareNo: string): string =>
  `/page/receipt?${new URLSearchParams({ no: declareNo, code: codeOf(currentKey(k, PURPOSE).key('mac'), declareNo) })}`

/**
 * A number with a wrong code gets the same answer as an unknown number. Project and office are public; the declaring company is not shown.
 */
export async function verifyReceipt(k: Kernel, { no, code }: { no: string; code: string }) {
  const fits = allKeys(k, PURPOSE).some((key) => timingSafeEqual(Buffer.from(codeOf(key.key('mac'), no)), Buffer.from(code)))
  const row = fits
    ? await declarationRows(k.db).where('d.declare_no', '=', no).where('d.deleted_at', 'is', null).executeTakeFirst()
    : undefined
  return {
    valid: row !== undefined,
    declareNo: no,
    projectName: row?.project_name ?? null,
    depName: row?.dep_name ?? null,
    submitDate: row?.submit_time ? dateOf(new Date(row.submit_time)) : null,
  }
}

import { blindIndex, sealPii } from '../server/kernel/access/pii.ts'
import type { Kernel } from '../server/kernel/kernel.ts'

/** The person behind each demo account of companies and individuals, invented, with a number that belongs to nobody. */
const ownPeople = {
  qy1: { name: '韩启（示例）', phone: '15420000101' },
  qy2: { name: '宋若水（示例）', phone: '15420000102' },
  gr1: { name: '周小溪（示例）', phone: '15420000103' },
} as const

export const ownNames = Object.keys(ownPeople) as (keyof typeof ownPeople)[]

/** Name and number of a contact as they are stored: of the account that owns the record, otherwise those given. */
export function contactOf(k: Kernel, userName: string | null | undefined, other: { name: string; phone: string }) {
  const { name, phone } = (userName && ownPeople[userName as keyof typeof ownPeople]) || other
  return { name: sealPii(k, name), phone: sealPii(k, phone), index: blindIndex(k, phone) }
}

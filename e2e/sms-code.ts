import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, site } from './test.ts'

/** The latest code sent to a number; demo mode writes text messages to a file. */
function codeFor(phone: string): string | undefined {
  const file = join(site.data!.folder, 'sms.jsonl')
  try {
    const lines = readFileSync(file, 'utf8').split('\n')
    return /验证码 (\d{6})/.exec(lines.findLast((line) => line.includes(phone)) ?? '')?.[1]
  } catch {
    return undefined
  }
}
export async function received(phone: string): Promise<string> {
  await expect.poll(() => codeFor(phone)).toMatch(/^\d{6}$/)
  return codeFor(phone)!
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '../../kernel/testing/eventually.ts'
import type { TestApp } from '../../kernel/testing/harness.ts'
import { getChallenge, type Person, type Reply } from '../../kernel/testing/people.ts'

interface Sent {
  phone: string
  text: string
}

/** Text messages as they left, oldest first (DATA_DIR/sms.jsonl of demo mode). */
export async function textsTo(t: TestApp, phone: string): Promise<Sent[]> {
  const lines = await readFile(join(t.kernel.config.DATA_DIR, 'sms.jsonl'), 'utf8').catch(() => '')
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Sent)
    .filter((sent) => sent.phone === phone)
}

/** The digits of the newest code that a number has received, when `count` messages have arrived there. */
export const newestCode = (t: TestApp, phone: string, count: number): Promise<string> =>
  eventually(async () => {
    const texts = await textsTo(t, phone)
    if (texts.length < count) throw new Error(`${texts.length} of ${count} messages`)
    return /验证码 (\d{6})/.exec(texts.at(-1)!.text)![1]!
  })

/** Asks for a code as a browser does: picture first. */
export async function askCode(
  t: TestApp,
  person: Person,
  phone: string,
  { remoteAddress = '10.9.0.1', letters = 't3st' }: { remoteAddress?: string; letters?: string } = {},
): Promise<Reply> {
  const { cookies } = await getChallenge(t.http)
  return person.send({
    method: 'POST',
    url: '/sms/sendVerificationCode',
    cookies,
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ phone, purpose: 'bindMobile', verifiCode: letters }).toString(),
  })
}

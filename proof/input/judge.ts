import { setTimeout as sleep } from 'node:timers/promises'
import type { ProofApp } from '../stage.ts'
import { send, type Reply, type Wire } from './send.ts'

export const SLOW_MS = 2000
/**
 * Details of the server's inside in an answer: stacks, files, SQL, names of components. Only the server's own text is checked, not what it
 * repeats.
 */
const INSIDE =
  /\bat .+\.[cm]?[jt]sx?:\d+|node_modules|\/server\/|select .+ from |insert into |syntax error|(relation|column|constraint) "|invalid input syntax|out of range for type|invalid byte sequence|\w+Error\b|ECONN|undefined is not|Cannot (read|set|convert)/i

/** The reason why an answer is not acceptable; null for an acceptable one. */
export function wrongAnswer({ status, text, json, ms }: Reply, sent = ''): string | null {
  if (status === 0) return `no answer: ${text}`
  if (status >= 500) return `${status} ${text.slice(0, 160)}`
  const said = [json.msg, json.description, ...(json.fields ?? []).map(({ message }) => message)].join(' ')
  if (json.success !== true && INSIDE.test(sent ? said.replaceAll(sent, '') : said))
    return `${status} shows the inside: ${said.slice(0, 160)}`
  if (json.success !== true && /\n\s+at /.test(text)) return `${status} shows a stack`
  return ms > SLOW_MS ? `${Math.round(ms)} ms` : null
}

/** Whether an answer is acceptable but for its time. */
export const isOnlyLate = (reply: Reply): boolean => reply.ms > SLOW_MS && wrongAnswer({ ...reply, ms: 0 }) === null

/**
 * Makes one call and judges it. The machine runs the attack and the server at once, so a slow or shed call (503 with Retry-After) is
 * repeated after a second, and the second answer counts. `sent` is text that an answer may repeat.
 */
export async function judged(app: ProofApp, wire: Wire, sent = ''): Promise<{ reply: Reply; fault: string | null }> {
  const reply = await send(app.base, wire)
  const fault = wrongAnswer(reply, sent)
  const again = fault !== null && (reply.ms > SLOW_MS || (reply.status === 503 && reply.headers['retry-after'] !== undefined))
  if (!again) return { reply, fault }
  await sleep(1000)
  const second = await send(app.base, wire)
  return { reply: second, fault: wrongAnswer(second, sent) }
}

/** The errors in the server's log after an attack. */
export async function faultsInLog(app: ProofApp): Promise<string[]> {
  const lines = (await app.log()).split('\n')
  return lines
    .filter((line) => /unhandledRejection|uncaughtException|FATAL ERROR|unforeseen error/.test(line))
    .map((line) => line.slice(0, 400))
}

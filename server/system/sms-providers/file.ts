import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kernel } from '../../kernel/kernel.ts'
import type { SmsOut, SmsProvider } from './provider.ts'

const fileOf = (k: Kernel) => join(k.config.DATA_DIR, 'sms.jsonl')

/** Writes messages to a file in demo mode, so that they can be seen without a provider. */
export async function writeToFile(k: Kernel, { serial, phone, text }: SmsOut): Promise<void> {
  await appendFile(fileOf(k), `${JSON.stringify({ at: k.clock.now().toISOString(), key: serial, phone, text })}\n`, { mode: 0o600 })
}

export const fileProvider = (k: Kernel): SmsProvider => ({
  name: 'file',
  repeats: false,
  async send(message) {
    await writeToFile(k, message)
    return { kind: 'delivered' }
  },
  async ask({ serial }) {
    const written = await readFile(fileOf(k), 'utf8').catch(() => '')
    return written.includes(`"key":${JSON.stringify(serial)}`) ? { kind: 'delivered' } : 'absent'
  },
})

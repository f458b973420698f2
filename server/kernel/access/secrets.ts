import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'

/** The master key. Production configures it; demo mode creates one on first start and keeps it beside its data. */
export function masterSecret(config: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>): Buffer {
  if (config.SECRET_KEY) return fromText(config.SECRET_KEY)
  const file = join(config.DATA_DIR, 'secret.key')
  if (!existsSync(file)) {
    mkdirSync(config.DATA_DIR, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  }
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
}

const fromText = (text: string): Buffer => createHmac('sha256', 'qifu').update(text).digest()

/** Earlier master keys, newest first. */
export const previousSecrets = (config: Pick<Config, 'SECRET_KEY_PREVIOUS'>): Buffer[] => config.SECRET_KEY_PREVIOUS.map(fromText)

/** A key of `bytes` length for one purpose, derived from the master key (HKDF-SHA-256). */
export const derivedKey = (secret: Buffer, purpose: string, bytes = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `qifu:${purpose}`, bytes))

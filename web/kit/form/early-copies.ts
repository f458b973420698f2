import { chacha20poly1305 } from '@noble/ciphers/chacha'
import { bytesToHex, bytesToUtf8, hexToBytes, utf8ToBytes } from '@noble/ciphers/utils'
import { firstLink, follow, SALT_BYTES } from '../../../contract/draft-chain.ts'
import { personalKeys, type TabChain } from '../../session/personal.ts'
import { readStored, type Stored } from './draft.ts'
import type { Values } from './form-values.ts'

/** More pages than somebody leaves before the server answers one of them. */
const MOST = 8
/** A chain is begun anew with every answer that names the user. */
const MOST_STEPS = 10_000
const NONCE_BYTES = 12

interface Early {
  salt: string
  step: number
  nonce: string
  text: string
}
const isEarly = (one: Partial<Early>): one is Early =>
  Number.isInteger(one.step) && [one.salt, one.nonce, one.text].every((part) => typeof part === 'string')

/**
 * What one form stores before the server has answered it for the first time. Each opening of a form takes one key from the chain of its tab,
 * and the chain goes on: then the key exists only in the memory of the page, and only the server leads its owner back to it (ADR 0185).
 */
export function earlyCopies(person: number, form: string) {
  const name = personalKeys.draftEarly(`${person}:${form}`)
  const own = takeKey(person)
  /** copies that may be removed: the own one, and those that are offered or stored elsewhere by now */
  const known = new Set(own ? [idOf(own)] : [])

  const read = (): Early[] => {
    try {
      const list: unknown = JSON.parse(localStorage.getItem(name) ?? '[]')
      return Array.isArray(list) ? list.filter((one: Partial<Early> | null): one is Early => one !== null && isEarly(one)) : []
    } catch {
      return []
    }
  }
  const write = (list: readonly Early[]): boolean => {
    try {
      if (list.length > 0) localStorage.setItem(name, JSON.stringify(list.slice(-MOST)))
      else localStorage.removeItem(name)
      return true
    } catch {
      return false
    }
  }
  return {
    /** Synchronous, for a page that is being left. False when the browser cannot store it. */
    keep(stored: Stored<Values>): boolean {
      if (!own) return false
      const { key, salt, step } = own
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
      const text = bytesToHex(chacha20poly1305(key, nonce, utf8ToBytes(form)).encrypt(utf8ToBytes(JSON.stringify(stored))))
      return write([...read().filter((one) => idOf(one) !== idOf(own)), { salt, step, nonce: bytesToHex(nonce), text }])
    },
    /** What earlier openings of the form stored. Copies that this account cannot open stay: they may be of its work for a company. */
    open(chainKey: string): Stored<Values>[] {
      return read().flatMap((one) => {
        if (own && idOf(one) === idOf(own)) return []
        const found = opened(one, chainKey, form)
        if (found) known.add(idOf(one))
        return found ?? []
      })
    },
    drop: (): void => void write(read().filter((one) => !known.has(idOf(one)))),
  }
}

const idOf = ({ salt, step }: Pick<Early, 'salt' | 'step'>): string => `${salt}:${step}`

function takeKey(person: number): { salt: string; step: number; key: Uint8Array } | null {
  try {
    const chain = JSON.parse(sessionStorage.getItem(personalKeys.draftChain) ?? 'null') as TabChain | null
    if (chain?.person !== person) return null
    const { key, next } = follow(hexToBytes(chain.link))
    sessionStorage.setItem(personalKeys.draftChain, JSON.stringify({ ...chain, step: chain.step + 1, link: bytesToHex(next) }))
    return { salt: chain.salt, step: chain.step, key }
  } catch {
    return null
  }
}

function opened({ salt, step, nonce, text }: Early, chainKey: string, form: string): Stored<Values> | null {
  try {
    const bytes = hexToBytes(salt)
    if (bytes.length !== SALT_BYTES || step > MOST_STEPS) return null
    let link = firstLink(hexToBytes(chainKey), bytes)
    for (let n = 0; n < step; n++) link = follow(link).next
    const cipher = chacha20poly1305(follow(link).key, hexToBytes(nonce), utf8ToBytes(form))
    return readStored(bytesToUtf8(cipher.decrypt(hexToBytes(text))))
  } catch {
    return null
  }
}

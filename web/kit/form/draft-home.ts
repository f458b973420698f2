import { drafts } from '../../../contract/draft.ts'
import { call } from '../../api.ts'
import { personalKeys } from '../../session/personal.ts'
import { readStored, type Stored } from './draft.ts'
import type { Values } from './form-values.ts'

type Cipher = (typeof import('sm-crypto-v2'))['sm4']
const IV_BYTES = 12

/**
 * Stores the draft of one form for one person: on the server, or in this browser while the server cannot be reached. The browser copy is
 * encrypted (SM4-GCM) with a key that the server gives only to this account and that is kept only as long as the page: nobody else can read
 * it (ADR 0185).
 */
export function draftHome(person: number, form: string) {
  const name = personalKeys.draftCopy(`${person}:${form}`)
  let seal: { cipher: Cipher; key: string } | null = null
  let opening: Promise<Stored<Values> | null> | undefined

  const readCopy = (): Stored<Values> | null => {
    try {
      const { iv, output, tag } = JSON.parse(localStorage.getItem(name) ?? 'null') as { iv: string; output: string; tag: string }
      return readStored(seal!.cipher.decrypt(output, seal!.key, { mode: 'gcm', iv, tag, associatedData: hexOf(form) }))
    } catch {
      return null
    }
  }
  const dropCopy = () => {
    try {
      localStorage.removeItem(name)
    } catch {
      /* nothing was stored */
    }
  }
  const open = async (): Promise<Stored<Values> | null> => {
    const [{ sm4 }, answer] = await Promise.all([import('sm-crypto-v2'), call(drafts.find, { query: { form } }, { silent: true })])
    seal = { cipher: sm4, key: answer.copyKey }
    const copy = readCopy()
    const onServer = answer.draft && readStored<Values>(answer.draft.content)
    if (!copy || !onServer) return copy ?? onServer
    return copy.savedAt >= onServer.savedAt ? copy : onServer
  }
  return {
    /** The newest draft of an earlier visit; requested again until there is an answer. */
    open: () =>
      (opening ??= open().catch((error: unknown) => {
        opening = undefined
        throw error
      })),
    save: (stored: Stored<Values>) => call(drafts.save, { body: { form, content: JSON.stringify(stored) } }, { silent: true }),
    /** Keepalive, because the page may be left directly afterwards: otherwise a sent form would be offered as a draft. */
    remove: () => call(drafts.remove, { body: { form } }, { silent: true, keepalive: true }),
    /** Synchronous, for a page that is being left. False when the browser cannot store it (full, private mode, server not reached yet). */
    keepCopy: (stored: Stored<Values>): boolean => {
      if (!seal) return false
      try {
        const iv = [...crypto.getRandomValues(new Uint8Array(IV_BYTES))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
        const options = { mode: 'gcm' as const, output: 'string' as const, iv, associatedData: hexOf(form), outputTag: true }
        const { output, tag } = seal.cipher.encrypt(JSON.stringify(stored), seal.key, options)
        localStorage.setItem(name, JSON.stringify({ iv, output, tag }))
        return true
      } catch {
        return false
      }
    },
    dropCopy,
  }
}
const hexOf = (text: string) => [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

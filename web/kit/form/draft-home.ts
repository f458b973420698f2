import { drafts } from '../../../contract/draft.ts'
import { call } from '../../api.ts'
import { personalKeys } from '../../session/personal.ts'
import { readStored, type Stored } from './draft.ts'
import type { Values } from './form-values.ts'

type Cipher = (typeof import('sm-crypto-v2'))['sm4']
const IV_BYTES = 12

/**
 * Where the draft of one form of one person is: on the server, and in this browser while the server cannot be had. The copy in the browser is sealed
 * (SM4-GCM) under a key that the server gives to this account only and that lives as long as the page: nobody else can read it (ADR 0185).
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
    /** The newest of what an earlier visit left; asked again as long as there was no answer. */
    open: () =>
      (opening ??= open().catch((error: unknown) => {
        opening = undefined
        throw error
      })),
    save: (stored: Stored<Values>) => call(drafts.save, { body: { form, content: JSON.stringify(stored) } }, { silent: true }),
    /** Also when the page is left right after: what was sent would be offered again. */
    remove: () => call(drafts.remove, { body: { form } }, { silent: true, keepalive: true }),
    /** At once, for a page that is being left. False when the browser does not keep it (full, private mode, no answer of the server yet). */
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

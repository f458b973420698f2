import { drafts } from '../../../contract/draft.ts'
import { call } from '../../api.ts'
import { personalKeys } from '../../session/personal.ts'
import { offers, readStored, together, type Stored } from './draft.ts'
import { sentMark } from './draft-sent.ts'
import { earlyCopies } from './early-copies.ts'
import type { Values } from './form-values.ts'

type Cipher = (typeof import('sm-crypto-v2'))['sm4']
const IV_BYTES = 12
/** A request that outlives its page has at most 64 KB; a Chinese character has three bytes. */
const KEEPALIVE_CHARACTERS = 20_000

/**
 * Stores the draft of one form for one person: on the server, or in this browser while the server cannot be reached. The browser copy is
 * encrypted (SM4-GCM) with a key that the server gives only to this account and that is kept only as long as the page: nobody else can read
 * it (ADR 0185). Until the server gives it, a key of the tab's chain stands in. Drafts that are still offered are stored along with what is typed. `isWorth`: whether an earlier draft is worth offering.
 */
export function draftHome(person: number, form: string, isWorth: (left: Stored<Values>) => boolean) {
  const name = personalKeys.draftCopy(`${person}:${form}`)
  let seal: { cipher: Cipher; key: string } | null = null
  let opening: Promise<void> | undefined
  const begun = Date.now()
  const early = earlyCopies(person, form)
  const offered = offers<Values>()
  const sent = sentMark(personalKeys.draftSent(`${person}:${form}`))

  const readCopy = (): Stored<Values> | null => {
    try {
      const { iv, output, tag } = JSON.parse(localStorage.getItem(name) ?? 'null') as { iv: string; output: string; tag: string }
      return readStored(seal!.cipher.decrypt(output, seal!.key, { mode: 'gcm', iv, tag, associatedData: hexOf(form) }))
    } catch {
      return null
    }
  }
  const dropCopy = () => {
    early.drop()
    try {
      localStorage.removeItem(name)
    } catch {
      /* nothing was stored */
    }
  }
  /** Synchronous, for a page that is being left. False when the browser cannot store it (full, private mode). */
  const writeCopy = (stored: Stored<Values>): boolean => {
    if (!seal) return early.keep(stored)
    try {
      const iv = [...crypto.getRandomValues(new Uint8Array(IV_BYTES))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
      const options = { mode: 'gcm' as const, output: 'string' as const, iv, associatedData: hexOf(form), outputTag: true }
      const { output, tag } = seal.cipher.encrypt(JSON.stringify(stored), seal.key, options)
      localStorage.setItem(name, JSON.stringify({ iv, output, tag }))
      // It holds what is offered, and what is typed now.
      early.drop()
      return true
    } catch {
      return false
    }
  }
  const store = (stored: Stored<Values>, isLast = false) => {
    const content = JSON.stringify(stored)
    return call(drafts.save, { body: { form, content } }, { silent: true, keepalive: isLast && content.length <= KEEPALIVE_CHARACTERS })
  }
  let isGone: (left: Stored<Values>) => boolean = () => false
  const open = async (): Promise<void> => {
    // The page that sent it may take away the mark, with the draft, while this one still waits for its answer.
    const wasSent = sent.read()
    const [{ sm4 }, answer] = await Promise.all([import('sm-crypto-v2'), call(drafts.find, { query: { form } }, { silent: true })])
    seal = { cipher: sm4, key: answer.copyKey }
    const copy = readCopy()
    const onServer = answer.draft && readStored<Values>(answer.draft.content)
    const later = copy && onServer ? (copy.savedAt >= onServer.savedAt ? copy : onServer) : (copy ?? onServer)
    // Those of the early copies knew none of the others.
    const found = together([...early.open(answer.chainKey), ...(later ? [later] : [])])
    const nowSent = sent.read()
    const isSent = (left: Stored<Values>) => wasSent(left) || nowSent(left)
    offered.begin(found, (left) => !isSent(left) && !isGone(left) && isWorth(left))
    if (!found || !isSent(found)) return
    // The page that sent it was left before it was removed.
    dropCopy()
    await removeSent().catch(() => {})
  }
  /** Keepalive, because the page may be left directly afterwards. */
  const removeSent = async (): Promise<void> => {
    const rest = offered.rest()
    if (rest) await store(rest, true)
    else await call(drafts.remove, { body: { form } }, { silent: true, keepalive: true })
  }
  const opened = (): Promise<void> =>
    (opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    }))
  return {
    /** Reads the drafts of earlier visits; requested again until there is an answer. */
    open: opened,
    first: offered.first,
    answer: offered.answer,
    /** Something was sent: the drafts of earlier visits that it makes pointless are not offered any more. */
    dropPointless: (isPointless: (left: Stored<Values>) => boolean) => {
      isGone = isPointless
      offered.drop(isPointless)
    },
    save: (stored: Stored<Values>) => store(offered.with(stored)),
    /** From now on what was typed is not offered again, even if the page is left before it is removed. */
    markSent: () => sent.set(offered.times(), seal ? 0 : begun),
    unmark: sent.clear,
    /** After sending: only drafts that are still offered stay, so it is read first which these are. */
    remove: () => opened().then(removeSent).then(sent.clear),
    keepCopy: (stored: Stored<Values>): boolean => writeCopy(offered.with(stored)),
    dropCopy,
    /** What was typed is stored with the thing itself: the copy holds only what is still offered. */
    dropTyped: () => {
      const rest = offered.rest()
      if (rest) writeCopy(rest)
      else dropCopy()
    },
    forget: () => {
      offered.begin(null)
      dropCopy()
      sent.clear()
    },
  }
}
const hexOf = (text: string) => [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

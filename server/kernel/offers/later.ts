import type { z } from 'zod'
import type { Access } from '../../../contract/endpoint.ts'
import type { LaterKind } from '../../../contract/later/states.ts'
import type { Db } from '../db/index.ts'
import type { Call, Kernel } from '../kernel.ts'
import { namedPerKernel } from '../per-kernel.ts'
import type { ChangeWords } from '../way-back.ts'

interface Saved {
  id?: number | undefined
  version?: number | undefined
}
interface Offered<S extends z.ZodType<Saved>> {
  /** who saves at once */
  access: Access
  /** what the save at once takes */
  body: S
  /** runs the transaction, and clears what shows the content */
  changing<T>(k: Kernel, work: (db: Db) => Promise<T>): Promise<T>
  /** the use case of the save at once; `day` is the day on which it acts */
  save(db: Db, call: Call, body: z.output<S>, day: string): Promise<{ id: number }>
  remove?(db: Db, call: Call, asked: { id: number; version: number }): Promise<unknown>
  /** the kind under which 修改记录 keeps its changes, and their words */
  history(body: z.output<S>): string
  words: ChangeWords
  /** part of the kind to which the record belongs: its dictionary, its block */
  scope?(body: z.output<S>): string
  /** the page on which the change is seen */
  page(scope: string): string
}

/** A kind of record whose changes can wait for their time; what waits is read again when it acts. */
export interface LaterOffer extends Pick<Offered<z.ZodType<Saved>>, 'access' | 'changing' | 'remove' | 'words' | 'page'> {
  save(db: Db, call: Call, payload: unknown, day: string): Promise<{ id: number }>
  history(payload: unknown): string
  scope(payload: unknown): string
}

const offers = namedPerKernel<LaterOffer>('later changes of')

/**
 * A domain whose records are changed by one use case offers that the change waits for its time (ADR 1004): it then acts through the same
 * use case, as the person who wrote it.
 */
export const offersLater = <S extends z.ZodType<Saved>>(
  k: Kernel,
  kind: LaterKind,
  { body, save, history, scope, ...rest }: Offered<S>,
): void =>
  offers.add(k, kind, {
    ...rest,
    save: (db, call, payload, day) => save(db, call, body.parse(payload), day),
    history: (payload) => history(body.parse(payload)),
    scope: (payload) => scope?.(body.parse(payload)) ?? '',
  })

export function laterOffer(k: Kernel, kind: LaterKind): LaterOffer {
  const offer = offers.find(k, kind)
  if (!offer) throw new Error(`nobody offers later changes of ${kind}`)
  return offer
}

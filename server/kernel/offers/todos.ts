import type { Figure, TodoKind, TodoRow } from '../../../contract/work.ts'
import type { Actor } from '../actor.ts'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

/** The name of a kind of work for a person, and the page where it is done. */
type Named = Pick<TodoKind, 'label' | 'to'> & Partial<Pick<TodoKind, 'mark' | 'tone' | 'action'>>
/** `workdaysLeft` is left out of rows whose date is not a term of working days. */
type First = { title: string; list: (Omit<TodoRow, 'workdaysLeft'> & Partial<Pick<TodoRow, 'workdaysLeft'>>)[] }
type Waiting = { count: number; first?: First | null } & Partial<Pick<TodoKind, 'note' | 'overdue' | 'oldest' | 'people'>>
type Find = (k: Kernel, actor: Actor) => Promise<(Waiting & Partial<Named>) | null>
export type TodoScope = 'mine' | 'office' | undefined

/** One kind of work of a domain. */
export interface TodoSource {
  /** its key, such as `consult` */
  kind: string
  /** the area of the work, such as 政策咨询 */
  group: string
  /** null: this person never has such work; `find` is then not called */
  of(actor: Actor): Named | null
  /** Counts what waits for this person, by the same rules as the list at `to`. null: nothing to show. */
  find: Find
  /** the part that is assigned to this person by name; left out: no work is assigned by name */
  findMine?: Find
  /** including what colleagues of the office are working on; left out: the same as `find` */
  findOffice?: Find
}

const sources = perKernel((): TodoSource[] => [])
const figures = perKernel((): ((actor: Actor) => Promise<Figure[]>)[] => [])

/** A domain registers a kind of work when it joins. Landing pages show the kinds of all domains. */
export function offersTodo(k: Kernel, source: TodoSource): void {
  if (sources(k).some(({ kind }) => kind === source.kind)) throw new Error(`two to-dos of kind ${source.kind}`)
  sources(k).push(source)
}

/** What waits for a person, over all domains. A kind that fails is shown with a count of null; the others are still answered. */
export async function todosOf(k: Kernel, actor: Actor, scope?: TodoScope): Promise<{ total: number; list: TodoKind[] }> {
  const found = await Promise.all(sources(k).map((source) => read(k, actor, source, scope)))
  const list = found.filter((todo) => todo !== null)
  return { total: list.reduce((n, { count }) => n + (count ?? 0), 0), list }
}

async function read(k: Kernel, actor: Actor, source: TodoSource, scope: TodoScope): Promise<TodoKind | null> {
  const { kind, group } = source
  const named = source.of(actor)
  const find = scope === 'mine' ? source.findMine : scope === 'office' ? (source.findOffice ?? source.find) : source.find
  if (!named || !find) return null
  const told = { mark: named.label, tone: 'waiting', action: '去处理', note: null, first: null, overdue: 0, oldest: null } as const
  const todo = { kind, group, ...told, people: [], ...named }
  try {
    const waiting = await find(k, actor)
    return waiting && { ...todo, ...waiting, first: waiting.first ? filled(waiting.first) : null }
  } catch (err) {
    k.log.error({ err, kind }, 'to-dos could not be read')
    return { ...todo, count: null }
  }
}

const filled = ({ title, list }: First): TodoKind['first'] => ({ title, list: list.map((row) => ({ workdaysLeft: null, ...row })) })

/** A domain registers figures when it joins; it returns none for a person to whom they do not apply. */
export const offersFigures = (k: Kernel, find: (actor: Actor) => Promise<Figure[]>): void => void figures(k).push(find)

/** The figures of all domains for a person. */
export const figuresOf = async (k: Kernel, actor: Actor): Promise<{ items: Figure[] }> => ({
  items: (await Promise.all(figures(k).map((find) => find(actor)))).flat(),
})

import { useQueries, useQuery } from '@tanstack/react-query'
import type { OptionSource, SearchField } from '../form/fields.ts'
import { readOptions, type Option } from './options.ts'

const none: readonly Option[] = []
const isList = (source: OptionSource): source is readonly Option[] => Array.isArray(source)

const query = (source: OptionSource | undefined) => ({
  queryKey: ['options', source && !isList(source) ? source.key : ''],
  queryFn: async () => (source && !isList(source) ? readOptions(await source.load()) : []),
  enabled: source !== undefined && !isList(source),
  staleTime: 5 * 60_000,
})

/** Options of a source; they are loaded once and kept for five minutes. */
export function useOptions(source: OptionSource | undefined): {
  options: readonly Option[]
  loading: boolean
  failed: boolean
  retry: () => void
} {
  const q = useQuery(query(source))
  return {
    options: source && isList(source) ? source : (q.data ?? none),
    loading: q.isLoading,
    failed: q.isError,
    retry: () => void q.refetch(),
  }
}

/** The options of each field that has some, by key. */
export function useFieldOptions(fields: readonly Pick<SearchField, 'key' | 'options'>[]): Readonly<Record<string, readonly Option[]>> {
  const sources = new Map(fields.flatMap((f) => (f.options && !isList(f.options) ? [[f.options.key, f.options] as const] : [])))
  const keys = [...sources.keys()]
  const answers = useQueries({ queries: [...sources.values()].map(query) })
  return Object.fromEntries(
    fields.map((f) => [f.key, !f.options ? none : isList(f.options) ? f.options : (answers[keys.indexOf(f.options.key)]?.data ?? none)]),
  )
}

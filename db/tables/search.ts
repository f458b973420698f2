import type { At, Default, Id, Instant, Maybe } from '../columns.ts'

export interface SearchTables {
  search_term: { id: Id; term: string; df: number; pinyin: Default<string>; initials: Default<string> }
  search_count: { one: Default<boolean>; documents: number }
  search_synonym: {
    id: Id
    words: string[]
    note: Maybe<string>
    enabled: Default<boolean>
    version: Default<number>
    created_at: At
    updated_at: At
    updated_by: Maybe<number>
    updated_by_name: Maybe<string>
  }
  unanswered_question: {
    id: Id
    words: string
    times: Default<number>
    askers: string[]
    first_at: Instant
    last_at: Instant
    settled: Maybe<'synonym' | 'label' | 'knowledge' | 'dismissed'>
    note: Maybe<string>
    settled_at: Maybe<string>
    settled_by: Maybe<number>
    settled_by_name: Maybe<string>
  }
}

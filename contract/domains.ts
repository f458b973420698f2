/** The domains that state their own words. A new domain adds its import and its name here; every list of words gathers from it. */
import { content } from './content/domain.ts'
import type { DomainWords } from './domain-words.ts'
import { scheduled } from './scheduled/domain.ts'
import { market } from './market/domain.ts'
import { training } from './training/domain.ts'

const domains = { content, scheduled, training, market } as const

type Stated = (typeof domains)[keyof typeof domains]
type Of<Words, Part extends keyof DomainWords> = Words extends { readonly [P in Part]: infer Said } ? Said : never
type Both<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void ? All : never
type Flat<T> = { [K in keyof T]: T[K] }
/** The entries of all domains as one record; its keys are the literal codes. */
type Gathered<Part extends keyof DomainWords> = Flat<Both<Of<Stated, Part>>>

const all: readonly DomainWords[] = Object.values(domains)

/** One kind of words of all domains: permissions, kinds of notices, rows that rules open, purposes of codes. */
export const gathered = <Part extends 'permissions' | 'noticeKinds' | 'rows' | 'codePurposes'>(part: Part): Gathered<Part> =>
  Object.assign({}, ...all.map((words) => words[part]))
export const gatheredScreens: readonly string[] = all.flatMap(({ screens }) => screens ?? [])
/** Kinds of notices that may be switched off. */
export const gatheredOptional = Object.values(domains).flatMap((words): readonly Of<Stated, 'optionalNotices'>[number][] =>
  'optionalNotices' in words ? words.optionalNotices : [],
)
/** Pairs of permissions that one person should not hold through two roles. */
export const gatheredPairs = Object.values(domains).flatMap((words): readonly Of<Stated, 'apart'>[number][] =>
  'apart' in words ? words.apart : [],
)
/** What people call each domain, by its folder. */
export const gatheredNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(domains).map(([domain, { name }]) => [domain, name]),
)
/** Words of the audit log of all domains. */
export const gatheredAudit = (part: keyof NonNullable<DomainWords['audit']>): Readonly<Record<string, string>> =>
  Object.assign({}, ...all.map(({ audit }) => audit?.[part]))

/** Codes that two domains state, which must not happen: the later would hide the earlier. */
export const statedTwice = (): string[] =>
  (['permissions', 'noticeKinds', 'rows', 'codePurposes'] as const).flatMap((part) => {
    const codes = all.flatMap((words) => Object.keys(words[part] ?? {}))
    return codes.filter((code, at) => codes.indexOf(code) !== at)
  })

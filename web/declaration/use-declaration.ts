import { useQuery } from '@tanstack/react-query'
import { use, useEffect, useRef, useState } from 'react'
import { myDeclaration, type DeclarationDetail } from '../../contract/declaration.ts'
import type { FormData } from '../../contract/form/rules.ts'
import { call } from '../api.ts'
import { readFailure } from '../kit/failure.ts'
import type { Uploaded } from '../kit/upload/upload-state.ts'
import { useDraft } from '../kit/form/use-draft.ts'
import { DeclareAsContext } from './declare-as.ts'
import { savable, typedOf, wireOf, type Typed } from '../form/index.ts'

export type Files = Readonly<Record<string, Uploaded[]>>
interface Kept {
  typed: Typed
  files: Files
  base: number
}

const filesOf = (detail: DeclarationDetail): Files =>
  Object.fromEntries(
    Object.entries(detail.files).map(([key, list]) => [
      key,
      list.map((f) => ({ filePath: f.filePath, fileName: f.fileName, exName: f.fileName })),
    ]),
  )
export const keysOf = (files: Files) =>
  Object.fromEntries(
    Object.entries(files)
      .filter(([, list]) => list.length > 0)
      .map(([key, list]) => [key, list.map((f) => f.filePath)]),
  )

/** What this hook stored as a draft. */
const keptOf = (values: object) => values as unknown as Kept

/**
 * The form of one declaration: input, autosave with a version check, and the unsaved input of an interrupted visit in this browser.
 * `conflict` is set when the draft was saved elsewhere; nothing is overwritten without the user's consent.
 */
export function useDeclaration(detail: DeclarationDetail) {
  const as = use(DeclareAsContext)
  const t = detail.project.template
  const [typed, setTyped] = useState<Typed>(() => typedOf(t, detail.formData))
  const [files, setFiles] = useState<Files>(() => filesOf(detail))
  const [conflict, setConflict] = useState<string | null>(null)
  const now = useRef({ typed, files, version: detail.version, conflict: false })

  const differs = (left: Kept) =>
    (left.base ?? 0) >= detail.version - 1
    && JSON.stringify([wireOf(t, left.typed ?? {}), keysOf(left.files ?? {})])
      !== JSON.stringify([wireOf(t, typedOf(t, detail.formData)), keysOf(filesOf(detail))])
  const draft = useDraft(
    {
      key: `declaration:${detail.id}`,
      isWorth: (left) => differs(keptOf(left.values)),
      save: async () => {
        const { typed: values, files: attached, version, conflict: stopped } = now.current
        if (stopped) throw new Error('conflict')
        try {
          const saved = await as.save({
            id: detail.id,
            version,
            projectId: detail.projectId,
            formVersion: detail.project.formVersion,
            formData: savable(t, wireOf(t, values)),
            files: keysOf(attached),
          })
          now.current.version = saved.version
        } catch (error) {
          const failure = readFailure(error)
          if (failure.code === 'CONFLICT' || failure.code === 'LOCKED') {
            now.current.conflict = true
            setConflict(failure.message)
          }
          throw error
        }
      },
    },
    () => ({ typed: now.current.typed, files: now.current.files, base: now.current.version }) satisfies Kept,
  )

  const change = (key: string, value: FormData[string]) => {
    now.current.typed = { ...now.current.typed, [key]: value }
    setTyped(now.current.typed)
    draft.touch()
  }
  const attach = (key: string, list: Uploaded[]) => {
    now.current.files = { ...now.current.files, [key]: list }
    setFiles(now.current.files)
    draft.touch()
    void draft.flush()
  }
  const left = draft.found ? keptOf(draft.found.values) : undefined
  return {
    t,
    typed,
    files,
    conflict,
    draft,
    change,
    attach,
    version: () => now.current.version,
    /** input of an earlier visit that the server does not have */
    found: left && differs(left) ? draft.found : null,
    restore: () => {
      if (!left) return
      now.current.typed = left.typed
      now.current.files = left.files
      setTyped(left.typed)
      setFiles(left.files)
      draft.settle()
      draft.touch()
    },
    /** after a conflict: the present form overwrites what was saved elsewhere */
    overwrite: async () => {
      const latest = await as.find(detail.id)
      now.current.version = latest.version
      now.current.conflict = false
      setConflict(null)
      draft.touch()
      await draft.flush()
    },
  }
}

/** Values from the archive, and the live verdict on the present input (0.8 s after the last change). */
export function useAssistance(detail: DeclarationDetail, formData: FormData) {
  const [asked, setAsked] = useState(formData)
  const text = JSON.stringify(formData)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(JSON.parse(text) as FormData), 800)
    return () => clearTimeout(timer)
  }, [text])
  const { assisted } = use(DeclareAsContext)
  const known = useQuery({
    enabled: assisted,
    queryKey: ['declare-prefill', detail.projectId],
    queryFn: () => call(myDeclaration.prefill, { query: { projectId: detail.projectId } }, { silent: true }),
    staleTime: 300_000,
  })
  const meter = useQuery({
    enabled: assisted,
    queryKey: ['declare-eligibility', detail.projectId, asked],
    placeholderData: (before) => before,
    queryFn: () => call(myDeclaration.eligibility, { body: { projectId: detail.projectId, formData: asked } }, { silent: true }),
  })
  return { known: known.data?.values ?? {}, meter: meter.data ?? null }
}

import type { FormInstance } from 'antd'
import { useRef, useState, type RefObject } from 'react'
import { useLocation } from 'react-router'
import { FoundDraft } from './found-draft.tsx'
import type { Values } from './form-values.ts'
import { draftNameOf, mergeValues, restoredValues, type Changed } from './merge-values.ts'
import { OthersChange } from './others-change.tsx'
import type { FormField } from './fields.ts'
import { sentAtSuccess } from './sent-at-success.ts'
import { useTypedGate } from './typed-gate.ts'
import { useDraft, type DraftOptions } from './use-draft.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

export const SAVED_MEANWHILE = '内容已被他人修改，本次没有保存，请核对后再次保存'

interface Typing {
  form: FormInstance<Values>
  fields: readonly FormField[]
  keys: readonly string[]
  /** the initial values */
  start: RefObject<Values>
  values: () => Values
  dirty: () => boolean
  /** the form is being sent */
  busy: boolean
  options: DraftOptions | null | undefined
  leaveQuestion: string | undefined
  standsAt: readonly string[]
  typedRef: RefObject<() => boolean> | undefined
}

/** Protects a form's input: stores it as a draft, asks before leaving, and merges it with what somebody else saved meanwhile. */
export function useKeptTyping({ form, fields, keys, start, values, dirty, busy, options, leaveQuestion, standsAt, typedRef }: Typing) {
  const { pathname } = useLocation()
  const [others, setOthers] = useState<{ title: string; changes: Changed[]; fields: readonly FormField[]; round: number } | null>(null)
  const sending = useRef(false)
  sending.current = busy
  const ownName = options === undefined ? draftNameOf(pathname, keys, start.current) : null
  const draft = useDraft(
    options ?? (ownName ? { key: ownName } : undefined),
    // Cleared fields are sent as null.
    () => Object.fromEntries(Object.entries(values()).map(([key, value]) => [key, value ?? null])),
    () => start.current,
  )
  useTypedGate(dirty)
  if (typedRef) typedRef.current = dirty
  useLeaveGuard(() => !sending.current && dirty() && draft.unkept(), { question: leaveQuestion, standsAtQuery: standsAt })

  const fill = (title: string, { values: found, changes }: { values: Values; changes: Changed[] }) => {
    form.setFieldsValue(found)
    setOthers((before) => (changes.length > 0 ? { title, changes, fields, round: (before?.round ?? 0) + 1 } : null))
    return changes.length > 0
  }
  return {
    draft,
    /** Somebody else saved meanwhile: takes their changes and keeps the typed input. Returns whether their changes are listed. */
    merge: (theirs: Values): boolean => {
      const listed = fill(
        SAVED_MEANWHILE,
        mergeValues(start.current, theirs, values(), keys, Object.fromEntries(fields.map((f) => [f.key, f.rules]))),
      )
      start.current = theirs
      return listed
    },
    send: (run: () => Promise<unknown>): Promise<void> => sentAtSuccess(draft, run),
    sent: async () => {
      setOthers(null)
      await draft.clear(values())
    },
    notes: (
      <>
        {draft.found && (
          <FoundDraft
            savedAt={draft.found.savedAt}
            onTake={() => {
              fill('这些内容在您离开后被他人修改', restoredValues(draft.found!, start.current, keys))
              draft.settle()
              draft.touch()
            }}
            onDrop={() => void draft.drop()}
          />
        )}
        {others && (
          <OthersChange
            key={others.round}
            title={others.title}
            changes={others.changes}
            // What is taken over may hide a field; its change is still told by its label.
            fields={others.fields}
            onTake={({ key, theirs }) => {
              form.setFieldValue(key, theirs)
              setOthers({ ...others, changes: others.changes.filter((change) => change.key !== key) })
            }}
          />
        )}
      </>
    ),
  }
}

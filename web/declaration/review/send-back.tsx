import { Button, Checkbox, Drawer, Input } from 'antd'
import { useState } from 'react'
import { CORRECTION_WORKING_DAYS, review, type ReviewDetail } from '../../../contract/declaration.ts'
import { call } from '../../api.ts'
import { useShownFailure } from '../../kit/form/shown-failure.ts'
import { useStateDraft } from '../../kit/form/use-state-draft.tsx'
import { useCloseQuestion } from '../../kit/dialog/use-close-question.ts'
import { localTime } from '../../kit/date/local-time.ts'
import { correctionFaults, hasFaults, placesOf } from './corrections.ts'
import { whyRefused } from './ended-delegation.ts'
import { DecisionFailure } from './decision-failure.tsx'
import { OpinionInput } from './opinion-input.tsx'
import css from './review.module.css'
import type { Desk } from './states.ts'

interface Props {
  desk: Desk
  detail: ReviewDetail
  onClose: () => void
  onReload: () => void
  onDone: (deadline: string, version: number) => void
}
const none: ReturnType<typeof correctionFaults> = { fields: {} }

/** Sends back for correction: the enterprise can change only the fields chosen here, each with a note. */
export function SendBack({ desk, detail, onClose, onReload, onDone }: Props) {
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useShownFailure()
  const [busy, setBusy] = useState(false)
  const ask = useCloseQuestion(onClose)
  const kept = useStateDraft({
    // Not by step: whoever still may send back after a colleague moved it wants the same corrections.
    key: `review-back:${detail.id}`,
    values: { chosen, reason },
    start: { chosen: {} as Record<string, string>, reason: '' },
    onTake: (left) => {
      if (left.chosen) setChosen(left.chosen)
      if (left.reason !== undefined) setReason(left.reason)
    },
  })
  const close = () => ask(kept.dirty())
  // After the first try, errors disappear as they are corrected.
  const faults = tried ? correctionFaults(chosen, reason) : none
  const places = placesOf(detail.project.template)
  const choose = (path: string, yes: boolean) => {
    setChosen((now) => {
      const { [path]: was, ...rest } = now
      return yes ? { ...rest, [path]: was ?? '' } : rest
    })
    // The note is typed next.
    if (yes) requestAnimationFrame(() => document.getElementById(`back-${path}`)?.focus())
  }

  const send = async () => {
    if (busy) return
    const found = correctionFaults(chosen, reason)
    setTried(true)
    if (hasFaults(found)) {
      const first = places.find((p) => found.fields[p.path])
      document.getElementById(first ? `back-${first.path}` : found.choice ? 'back-choice' : 'back-reason')?.focus()
      return
    }
    setBusy(true)
    setFailure(null)
    try {
      const moved = await call(
        review.back,
        {
          body: {
            id: detail.id,
            version: detail.version,
            reason: reason.trim(),
            fields: places.filter((p) => chosen[p.path] !== undefined).map((p) => ({ path: p.path, message: chosen[p.path]!.trim() })),
          },
        },
        { silent: true },
      )
      kept.sent()
      onDone(localTime(moved.deadline).slice(0, 10), moved.version)
    } catch (error) {
      setFailure(await whyRefused(error, detail.signing?.behalf ?? null))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Drawer
      title="退回补正"
      open
      onClose={close}
      size="min(640px, 100vw)"
      mask={{ closable: false }}
      footer={
        <div className={css.moves}>
          <Button type="primary" loading={busy} onClick={() => void send()}>
            退回补正{Object.keys(chosen).length > 0 && `（${Object.keys(chosen).length} 项）`}
          </Button>
          <Button onClick={close}>取消</Button>
          {kept.saved}
        </div>
      }
    >
      {failure && (
        <DecisionFailure
          failure={failure}
          onReload={() => {
            onClose()
            onReload()
          }}
        />
      )}
      {kept.offer}
      <p className={css.note}>企业只能修改勾选的内容，期限为 {CORRECTION_WORKING_DAYS} 个工作日。</p>
      <div id="back-choice" tabIndex={-1} className={css.choice}>
        {faults.choice && (
          <p role="alert" className={css.wrong}>
            {faults.choice}
          </p>
        )}
        <Places
          places={places}
          chosen={chosen}
          faults={faults.fields}
          onChoose={choose}
          onText={(path, text) => setChosen({ ...chosen, [path]: text })}
        />
      </div>
      <OpinionInput
        id="back-reason"
        label="退回意见"
        required
        value={reason}
        onChange={setReason}
        phrases={desk.phrases.back}
        wrong={faults.reason ?? null}
      />
    </Drawer>
  )
}

interface PlacesProps {
  places: ReturnType<typeof placesOf>
  /** the notes by path; absent: the place stays locked */
  chosen: Record<string, string>
  faults: Record<string, string>
  onChoose(path: string, yes: boolean): void
  onText(path: string, text: string): void
}
/** What can be unlocked, by groups. */
function Places({ places, chosen, faults, onChoose, onText }: PlacesProps) {
  return [...new Set(places.map((p) => p.group))].map((group) => (
    <fieldset key={group} className={css.group}>
      <legend>{group}</legend>
      {places
        .filter((p) => p.group === group)
        .map((p) => (
          <Place
            key={p.path}
            place={p}
            text={chosen[p.path]}
            fault={faults[p.path]}
            onChoose={(yes) => onChoose(p.path, yes)}
            onText={(text) => onText(p.path, text)}
          />
        ))}
    </fieldset>
  ))
}

interface PlaceProps {
  place: ReturnType<typeof placesOf>[number]
  /** the note; undefined: the place stays locked */
  text: string | undefined
  fault: string | undefined
  onChoose(yes: boolean): void
  onText(text: string): void
}
/** A field or material that can be unlocked, with its note. */
function Place({ place: p, text, fault, onChoose, onText }: PlaceProps) {
  return (
    <div>
      <Checkbox checked={text !== undefined} onChange={(e) => onChoose(e.target.checked)}>
        {p.label}
      </Checkbox>
      {text !== undefined && (
        <>
          <Input
            id={`back-${p.path}`}
            aria-label={`${p.label}：需要补正的内容`}
            placeholder="需要补正的内容"
            value={text}
            maxLength={200}
            onChange={(e) => onText(e.target.value)}
            status={fault ? 'error' : ''}
            aria-describedby={`back-${p.path}-wrong`}
          />
          <p id={`back-${p.path}-wrong`} role="alert" className={css.wrong}>
            {fault}
          </p>
        </>
      )}
    </div>
  )
}

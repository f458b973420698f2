import { App, Button } from 'antd'
import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { DECISION_UNDO_S, declarationStates, review, reviewSteps, type ReviewDetail } from '../../../contract/declaration.ts'
import { call } from '../../api.ts'
import { useShownFailure } from '../../kit/form/shown-failure.ts'
import { typedFigure } from '../../kit/form/typed-figure.ts'
import { showNumber } from '../../kit/form/values.ts'
import { toast } from '../../toast.ts'
import { groundKinds, needsGround } from '../../../contract/declaration/ground-words.ts'
import { AmountInput } from './amount-input.tsx'
import { useStateDraft } from '../../kit/form/use-state-draft.tsx'
import { DecisionMoves } from './decision-moves.tsx'
import { DecisionFailure } from './decision-failure.tsx'
import { GroundInput, groundFaults } from './ground-input.tsx'
import { decidesAmount } from './changes.ts'
import { usePassKey } from './pass-key.ts'
import { SigningNote } from './signing-note.tsx'
import { OpinionInput } from './opinion-input.tsx'
import css from './review.module.css'
import { whyRefused } from './ended-delegation.ts'
import { SendBack } from './send-back.tsx'
import type { Desk } from './states.ts'
import { emptyOf, forgetTyped, isEarlier, keepTyped, startOf, takenOf } from './typed.ts'

interface Props {
  desk: Desk
  detail: ReviewDetail
  onReload: () => void
  onDecided: () => Promise<void>
  /** revokes the decision; the version is the one after it */
  onUndo: (version: number) => void
  /** the sticky bar that shows the verdict and the moves */
  bar: HTMLElement | null
  /** scrolls this panel into view when one of its fields has an error */
  onShow: () => void
}

/** Opinion, amount and the moves that the server allows. The input survives a refusal, a reload and a visit to the next record. */
export function Decision({ desk, detail, onReload, onDecided, onUndo, bar, onShow }: Props) {
  const { modal } = App.useApp()
  const { id, version, allowed } = detail
  const mayPass = allowed.includes('pass')
  const setsAmount =
    mayPass && detail.signing?.last === true && decidesAmount(detail, (step) => declarationStates[reviewSteps[step].state].code)
  const [opinion, setOpinion] = useState(() => startOf(detail).opinion)
  const [amount, setAmount] = useState(() => startOf(detail).amount)
  const [failure, setFailure] = useShownFailure()
  const [wrong, setWrong] = useState<{ opinion?: string; amount?: string }>({})
  const [busy, setBusy] = useState(false)
  const [back, setBack] = useState(false)
  const [ground, setGround] = useState(() => startOf(detail).ground)
  const [groundWrong, setGroundWrong] = useState<Record<string, string>>({})
  const asksGround = mayPass && needsGround(detail.verdict)
  const kept = useStateDraft({
    key: allowed.length > 0 ? `review:${id}:${detail.state}` : null,
    values: { version, opinion, amount, ground },
    start: emptyOf(detail),
    isEarlier: (savedAt) => isEarlier(id, savedAt),
    onTake: (typed, whole) => {
      const left = takenOf(typed, whole.version, version)
      if (left.opinion !== undefined) setOpinion(left.opinion)
      if (left.amount !== undefined) setAmount(left.amount)
      if (left.ground !== undefined) setGround(left.ground)
    },
  })
  useEffect(() => keepTyped(id, { version, opinion, amount, ground }), [id, version, opinion, amount, ground])

  const showAt = (id: string) => {
    flushSync(onShow)
    document.getElementById(id)?.focus()
  }
  const done = async (text: string, left: number) => {
    forgetTyped(id)
    kept.sent()
    const undo = () => {
      // The input is restored with the declaration.
      keepTyped(id, { version: left + 1, opinion, amount, ground })
      onUndo(left)
    }
    toast.success(text, DECISION_UNDO_S, { label: '撤回', run: undo })
    await onDecided()
  }
  const failed = async (error: unknown) => {
    const f = await whyRefused(error, detail.signing?.behalf ?? null)
    const at = (name: string) => f.fields.find((x) => x.path === name || x.path === `body.${name}`)?.message
    const [atOpinion, atAmount] = [at('reviewOpinion'), at('amount')]
    setWrong({ ...(atOpinion ? { opinion: atOpinion } : {}), ...(atAmount ? { amount: atAmount } : {}) })
    const atGround = Object.fromEntries(
      f.fields.map((x) => [x.path.replace(/^body\./, ''), x.message]).filter(([path]) => path?.startsWith('ground')),
    )
    setGroundWrong(atGround)
    setFailure(atOpinion || atAmount || Object.keys(atGround).length > 0 ? null : f)
    if (atAmount) showAt('review-amount')
    else if (atOpinion) showAt('review-opinion')
  }
  const send = async (reviewState: 'pass' | 'refuse', sum?: number) => {
    if (busy) return
    setBusy(true)
    setFailure(null)
    setWrong({})
    try {
      const moved = await call(
        review.updateReviewState,
        {
          body: {
            id,
            version,
            reviewState,
            reviewOpinion: opinion.trim(),
            ...(sum === undefined ? {} : { amount: sum }),
            ...(reviewState === 'pass' && asksGround && ground.kind
              ? {
                  ground: {
                    kind: ground.kind,
                    words: ground.words.trim(),
                    ...(groundKinds[ground.kind].ask ? { about: ground.about.trim() } : {}),
                  },
                }
              : {}),
          },
        },
        { silent: true },
      )
      const stays = moved.stateName === detail.stateName
      await done(`${detail.companyName}：${stays ? '已签署，等待其他签署' : moved.stateName}`, moved.version)
    } catch (error) {
      await failed(error)
    } finally {
      setBusy(false)
    }
  }
  const pass = () => {
    const faults = asksGround ? groundFaults(ground) : {}
    setGroundWrong(faults)
    if (Object.keys(faults).length > 0) return showAt('ground-words')
    if (!setsAmount) return void send('pass')
    const sum = typedFigure(amount, { what: '核定金额', min: 0, max: detail.amount, decimals: 4, unit: ' 万元' })
    if (sum && 'value' in sum && sum.value > 0) return void send('pass', sum.value)
    setWrong({ amount: !sum ? '请填写核定金额' : 'fault' in sum ? sum.fault : '核定金额应大于 0；不予支持的，请选择“不予支持”' })
    showAt('review-amount')
  }
  const refuse = () => {
    if (!opinion.trim()) {
      setWrong({ opinion: '请填写不予支持的理由' })
      showAt('review-opinion')
      return
    }
    modal.confirm({
      title: `不予支持“${detail.companyName}”的申报？`,
      content: `本次申报到此结束，企业会看到理由：${opinion.trim()}`,
      okText: '不予支持',
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: () => send('refuse'),
    })
  }

  usePassKey(mayPass, pass)

  const phrases = [...desk.phrases.pass, ...desk.phrases.refuse]
  return (
    <section className={css.panel} aria-labelledby="review-decision" data-print="hide">
      <h2 id="review-decision">审核</h2>
      {detail.amount !== null && (
        <p>
          申请金额 <strong className="num">{showNumber(detail.amount)} 万元</strong>
          {detail.approvedAmount !== null && (
            <>
              ，核定金额 <strong className="num">{showNumber(detail.approvedAmount)} 万元</strong>
            </>
          )}
        </p>
      )}
      {failure && <DecisionFailure failure={failure} onReload={onReload} />}
      <SigningNote signing={detail.signing} mayPass={mayPass} />
      {allowed.length === 0 ? (
        <>
          <p className={css.note}>{`该申报${detail.stateName}，当前不需要您审核。${detail.nextStep}。`}</p>
          {detail.undo && <Button onClick={() => onUndo(version)}>撤回刚才的处理（{detail.undo.actionName}）</Button>}
        </>
      ) : (
        <div onBlur={kept.flush}>
          {kept.offer}
          {setsAmount && (
            <AmountInput
              detail={detail}
              value={amount}
              wrong={wrong.amount}
              onChange={(text) => {
                setAmount(text)
                setWrong((w) => ({ ...w, amount: undefined }))
              }}
            />
          )}
          <OpinionInput
            id="review-opinion"
            label="审核意见"
            value={opinion}
            onChange={(text) => {
              setOpinion(text)
              setWrong((w) => ({ ...w, opinion: undefined }))
            }}
            phrases={phrases}
            numbered
            wrong={wrong.opinion ?? null}
          />
          {asksGround && (
            <GroundInput
              value={ground}
              wrong={groundWrong}
              onChange={(next) => {
                setGround(next)
                setGroundWrong({})
              }}
            />
          )}
          {bar
            && createPortal(
              <DecisionMoves detail={detail} busy={busy} onPass={pass} onBack={() => setBack(true)} onRefuse={refuse} />,
              bar,
            )}
          {kept.saved}
        </div>
      )}
      {back && (
        <SendBack
          desk={desk}
          detail={detail}
          onClose={() => setBack(false)}
          onReload={onReload}
          onDone={(deadline, left) => {
            setBack(false)
            void done(`已退回补正，${deadline} 前可补正`, left)
          }}
        />
      )}
    </section>
  )
}

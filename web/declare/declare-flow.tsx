import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { myDeclaration } from '../../contract/declaration.ts'
import { messages } from '../../contract/messages.ts'
import { call } from '../api.ts'
import { openOutside, session } from '../session.ts'
import { ask } from '../shell/confirm.tsx'
import { Dialog } from '../shell/dialog.tsx'
import { requireEnterprise } from '../shell/require-login.ts'
import { useSite } from '../shell/root-data.ts'
import { toast } from '../toast.ts'
import { afterRisk, afterWarning, firstStep, type AfterRisk, type RiskAnswer } from './declare-decision.ts'
import type { DeclarablePolicy } from './declare-button.tsx'

/** Runs the decision of spec §4 once, and shows the risk dialog when there is a risk. */
export default function DeclareFlow({ policy, onEnd }: { policy: DeclarablePolicy; onEnd(): void }) {
  const navigate = useNavigate()
  const { ssoUrl } = useSite()
  const [risk, setRisk] = useState<{ answer: RiskAnswer; blocked: boolean } | null>(null)
  const started = useRef(false)

  const declare = () => {
    if (policy.applyUrl && /^https?:\/\//.test(policy.applyUrl)) void openOutside(policy.applyUrl)
    else void navigate(`/page/policyserverdeclare?policyId=${policy.id}`)
    onEnd()
  }
  const promptInfo = async () => {
    const answer = await ask({ text: messages.infoIncomplete, confirm: messages.completeInfo, cancel: messages.goDeclare })
    if (answer === 'cancel') return declare()
    if (answer === 'confirm') void navigate(`/page/policyserverreplenish?policyId=${policy.id}`)
    onEnd()
  }
  const follow = async (next: AfterRisk, answer: RiskAnswer) => {
    if (next === 'declare') return declare()
    if (next === 'promptInfo') return promptInfo()
    if (next === 'refused') {
      toast.error('风险核查结果无法识别，请稍后重试')
      return onEnd()
    }
    setRisk({ answer, blocked: next === 'blocked' })
  }
  const begin = async () => {
    await session.ready()
    if (session.isUnknown()) {
      toast.error(messages.noResponse)
      return onEnd()
    }
    const user = session.user()
    const protocol = user?.type === 'QY' ? await session.protocolStatus() : ''
    const step = firstStep(user, policy.urlType, protocol)
    if (step.do === 'declare') return declare()
    if (step.do === 'askEnterpriseLogin') {
      await requireEnterprise(ssoUrl)
      return onEnd()
    }
    const answer = await call(myDeclaration.check, { query: { policyId: policy.id } })
    await follow(afterRisk(answer), answer)
  }
  useEffect(() => {
    if (started.current) return
    started.current = true
    // A failed check has shown its error and does not declare (S059).
    begin().catch(onEnd)
  })

  if (!risk) return null
  const { answer, blocked } = risk
  const close = () => {
    setRisk(null)
    if (blocked) onEnd()
    else void follow(afterWarning(answer.wholeInfo), answer)
  }
  return (
    <Dialog
      title="风险核查"
      onClose={close}
      footer={
        <button type="button" className="btn btn-primary" onClick={close}>
          {blocked ? '我知道了' : messages.confirm}
        </button>
      }
    >
      <p>
        <strong>{blocked ? messages.riskBlocking : messages.riskWarning}</strong>
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">核查事项</th>
            <th scope="col">记录数</th>
          </tr>
        </thead>
        <tbody>
          {answer.riskList.map((r) => (
            <tr key={r.riskName}>
              <td>{r.riskName}</td>
              <td className="num">{r.riskCount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {blocked && <p className="meta">如对记录有异议，请向作出记录的部门申请更正，或拨打企业服务中心电话咨询。</p>}
    </Dialog>
  )
}

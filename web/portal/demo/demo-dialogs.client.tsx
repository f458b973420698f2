import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { messages } from '../../../contract/messages.ts'
import { FormPreview } from '../../kit/form/form-preview.tsx'
import { requireEnterprise, requireLogin, requireTokenToConsult } from '../../shell/require-login.ts'
import { useSite } from '../../shell/root-data.ts'
import { toast } from '../../toast.ts'
import { FeedbackButton } from '../../shell/feedback-button.tsx'

const ChangePassword = lazy(() => import('../../identity/index.ts').then((m) => ({ default: m.ChangePassword })))

/** Dialogs that precede an action: sign in, change the password, write to the service centre. */
export function DemoDialogs() {
  const { ssoUrl } = useSite()
  const [password, setPassword] = useState(false)
  const go = (ask: Promise<boolean>) => void ask.then((ok) => ok && toast.success('可以继续'))
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      <Button onClick={() => go(requireEnterprise(ssoUrl))}>企业才能办的事</Button>
      <Button onClick={() => go(requireLogin(ssoUrl))}>登录后才能办的事</Button>
      <Button onClick={() => go(requireTokenToConsult('', '/demo'))}>登录后才能咨询</Button>
      <Button onClick={() => setPassword(true)}>{messages.changePassword}</Button>
      <FeedbackButton className="btn" />
      <Suspense fallback={null}>{password && <ChangePassword onClose={() => setPassword(false)} />}</Suspense>
    </div>
  )
}

export const DemoPreview = () => (
  <FormPreview title="企业技术改造项目申报表" note="第 2 版 · 填写的内容不会保存。">
    <label className="field-label" htmlFor="demo-preview-name">
      项目名称
    </label>
    <input id="demo-preview-name" className="field" />
  </FormPreview>
)

import { Button, Form } from 'antd'
import { useState, type ComponentProps } from 'react'
import type { ManagedPolicyDetail } from '../../../contract/policy.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'

const PolicyPreview = lazyPart(() => import('./policy-preview.client.tsx').then((m) => m.PolicyPreview))

/** Shows the policy as it is typed in the surrounding form, saved or not. */
export function PreviewButton({ saved }: { saved: ManagedPolicyDetail | null }) {
  const form = Form.useFormInstance()
  const [typed, setTyped] = useState<ComponentProps<typeof PolicyPreview>['typed'] | null>(null)
  return (
    <>
      <Button onClick={() => setTyped(form.getFieldsValue(true))}>预览</Button>
      {typed && <PolicyPreview typed={typed} saved={saved} onClose={() => setTyped(null)} />}
    </>
  )
}

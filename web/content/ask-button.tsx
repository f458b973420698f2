import { useState } from 'react'
import type { FinanceProduct } from '../../contract/content/finance.ts'
import { USER_TYPE_OPERATOR } from '../../contract/constants.ts'
import { session } from '../session.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { requireLogin } from '../shell/require-login.ts'
import { useSite } from '../shell/root-data.ts'
import { toast } from '../toast.ts'

const AskDialog = lazyPart(() => import('./ask-dialog.client.tsx').then((m) => m.AskDialog))

/** 我要对接: asks a visitor to sign in first (M088). The form is loaded on the first click. */
export function AskButton({ product, amount }: { product: FinanceProduct; amount: string }) {
  const { ssoUrl } = useSite()
  const [open, setOpen] = useState(false)
  const go = async () => {
    if (!(await requireLogin(ssoUrl))) return
    if (session.user()?.type === USER_TYPE_OPERATOR) toast.warning('工作人员请在“诉求管理”中代企业录入')
    else setOpen(true)
  }
  return (
    <>
      <button type="button" className="btn btn-primary" onClick={() => void go()}>
        我要对接<span className="visually-hidden">：{product.name}</span>
      </button>
      {open && <AskDialog product={product} amount={amount} onClose={() => setOpen(false)} />}
    </>
  )
}

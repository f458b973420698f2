import { USER_TYPE_OPERATOR } from '../../contract/constants.ts'
import { session } from '../session.ts'
import { requireLogin } from '../shell/require-login.ts'
import { useSite } from '../shell/root-data.ts'
import { toast } from '../toast.ts'

/** Address of the form. */
const FORM = '/work/myAppeal?new=1'

/** 我要提诉求: asks a visitor to sign in first (M088), then opens the form, which keeps its input as a draft. */
export function AppealButton({ about = '' }: { about?: string }) {
  const { ssoUrl } = useSite()
  const go = async () => {
    if (!(await requireLogin(ssoUrl))) return
    if (session.user()?.type === USER_TYPE_OPERATOR) toast.warning('工作人员请在“诉求管理”中办理诉求')
    else location.assign(FORM + about)
  }
  return (
    <button type="button" className="btn btn-primary" onClick={() => void go()}>
      我要提诉求
    </button>
  )
}

import { useQuery } from '@tanstack/react-query'
import { review } from '../../../contract/declaration.ts'
import { declarationStates } from '../../../contract/declaration/states.ts'
import { call } from '../../api.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { FormDrawer } from '../../kit/dialog/form-drawer.tsx'

const AllowanceForm = lazyPart(() => import('./allowance-form.client.tsx').then((m) => m.AllowanceForm))

/** 登记补贴 with the values of an approved declaration: company, policy, project and sum. */
export function FromDeclaration({ id, onClose, onSaved }: { id: number; onClose(): void; onSaved(): Promise<unknown> }) {
  const found = useQuery({
    queryKey: ['declaration', 'review', id],
    queryFn: () => call(review.findById, { query: { id } }, { silent: true }),
    retry: false,
  })
  const d = found.data
  return (
    <FormDrawer title="登记补贴" open onClose={onClose} size={720}>
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : d && d.state !== declarationStates.approved.code ? (
        <p role="status">这笔申报还没有审核通过，通过后才能登记补贴。</p>
      ) : d ? (
        <AllowanceForm
          start={null}
          from={{
            companyId: d.companyId,
            companyName: d.companyName,
            policyId: d.policyId,
            policyTitle: d.policyTitle,
            declareId: d.id,
            projectName: d.projectName,
            officeId: d.project.examineDep,
            amount: d.approvedAmount ?? d.amount ?? 0,
            note: `受理号 ${d.declareNo}`,
          }}
          onCancel={onClose}
          onSaved={async () => {
            await onSaved()
            onClose()
          }}
        />
      ) : (
        <p role="status">正在加载…</p>
      )}
    </FormDrawer>
  )
}

import { Alert, App, Button } from 'antd'
import { managed, type ManagedPolicyDetail } from '../../../contract/policy.ts'
import { quoted } from '../../../contract/quoted.ts'
import { call } from '../../api.ts'
import { readFailure } from '../../kit/failure.ts'
import { toast } from '../../toast.ts'
import { RuleRead, TextRead } from './policy-read.tsx'
import css from './policy-review.module.css'

/** A policy that cannot be edited in its state: the submitted content, and the action that makes it editable when there is one. */
export function UneditedPolicy({ policy, onDone }: { policy: ManagedPolicyDetail; onDone(): unknown }) {
  const { modal } = App.useApp()
  const mayWithdraw = policy.allowed.includes('withdraw')
  const begun = policy.proposals.find((p) => p.kind === 'revision')
  const withdraw = () =>
    void modal.confirm({
      title: `撤回${quoted(policy.policyTitle)}？`,
      content: '撤回后成为草稿，可以修改后再次提交。',
      okText: '撤回',
      cancelText: '取消',
      onOk: async () => {
        try {
          await call(managed.withdraw, { body: { id: policy.id, version: policy.version } }, { silent: true })
          toast.success('已撤回，可以修改后再次提交')
        } catch (error) {
          toast.error(readFailure(error).message, 5)
        }
        await onDone()
      },
    })
  return (
    <>
      <Alert
        type="info"
        showIcon
        title={`${begun?.stateName ?? policy.stateName}，现在不能编辑`}
        description={
          begun
            ? '送审的修订可先撤回，待生效的可先收回。'
            : mayWithdraw
              ? '由同事审核，审核期间不能修改。要修改请先撤回。'
              : '待审核的政策由提交人撤回；已上架的政策如不能编辑，请联系有发布权限的同事。'
        }
        action={mayWithdraw && <Button onClick={withdraw}>撤回</Button>}
      />
      <div className={css.columns} style={{ marginTop: 16 }}>
        <TextRead policy={policy} />
        <div className={css.side}>
          <RuleRead policy={policy} />
        </div>
      </div>
    </>
  )
}

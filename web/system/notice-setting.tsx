import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { notice } from '../../contract/notice.ts'
import { noticeKindKeys, noticeKinds, optionalNoticeKinds, type NoticeKind } from '../../contract/notice-kinds.ts'
import { smsOptOut } from '../../contract/sms/sends.ts'
import { call } from '../api.ts'
import { ErrorState } from '../kit/table/table-states.tsx'
import { toast } from '../toast.ts'
import { OwnWish, wishes, wishOf, type Wish } from '../sms/index.ts'
import css from './inbox.module.css'

type Optional = (typeof optionalNoticeKinds)[number]

/**
 * Chooses the kinds of notices that are also sent as text messages, and those that are switched off. Says why when text messages cannot be
 * sent.
 */
export function NoticeSetting({ onClose }: { onClose: () => void }) {
  const query = useQuery({ queryKey: ['notice', 'setting'], queryFn: () => call(notice.setting, {}, { silent: true }), retry: false })
  const wish = useQuery({
    queryKey: ['sms', 'own wish'],
    queryFn: () => call(smsOptOut.mine, { query: {} }, { silent: true }),
    retry: false,
  })
  const [chosenWish, setWish] = useState<Wish | null>(null)
  const [chosen, setChosen] = useState<NoticeKind[] | null>(null)
  const [chosenOff, setOff] = useState<Optional[] | null>(null)
  const client = useQueryClient()
  const [saving, setSaving] = useState(false)
  const kinds = chosen ?? query.data?.smsKinds ?? []
  const off = chosenOff ?? query.data?.offKinds ?? []
  const available = query.data?.smsAvailable === true && query.data.mobile !== null
  const refusesTexts = available && (chosenWish ?? (wish.data?.phone ? wishOf(wish.data) : null)) === 'none'
  const possible = available && !refusesTexts
  const save = async () => {
    setSaving(true)
    try {
      await call(notice.saveSetting, { body: { smsKinds: kinds, offKinds: off } })
      if (chosenWish) {
        const { noticeFlag, promotionFlag } = wishes[chosenWish]
        await call(smsOptOut.saveMine, { body: { noticeFlag, promotionFlag } })
        await client.invalidateQueries({ queryKey: ['sms', 'own wish'] })
      }
      toast.success('已保存')
      onClose()
    } catch {
      setSaving(false)
    }
  }
  return (
    <Modal
      open
      title="消息设置"
      okText="保存"
      cancelText="取消"
      confirmLoading={saving}
      okButtonProps={{ disabled: !query.data }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <p role="status">正在加载…</p>
      ) : (
        <>
          <h3>短信提醒</h3>
          <p>
            {!query.data.smsAvailable
              ? '本平台尚未开通短信通知，消息只在站内送达。'
              : query.data.mobile === null
                ? '您的账号没有登记手机号，消息只在站内送达。'
                : refusesTexts
                  ? `${query.data.mobile} 已选全部退订，消息不发短信，只在站内送达；在下面改选后，勾选的消息才发送短信。`
                  : `勾选的消息同时发送短信到 ${query.data.mobile}，夜间（21 时至次日 8 时）的改在早上发送，“账号安全”随时发送。`}
          </p>
          <Checkbox.Group
            className={css.kinds ?? ''}
            disabled={refusesTexts || (!possible && kinds.length === 0)}
            value={kinds}
            options={noticeKindKeys.map((value) => ({ value, label: noticeKinds[value], disabled: !possible && !kinds.includes(value) }))}
            onChange={(values) => setChosen(values as NoticeKind[])}
          />
          {query.data.smsAvailable && wish.data?.phone && (
            <OwnWish phone={wish.data.phone} value={chosenWish ?? wishOf(wish.data)} onChange={setWish} />
          )}
          <h3>不再接收</h3>
          <p>勾选的消息不再发给您；待办、办理进度和与您有关的变动总会送达。</p>
          <Checkbox.Group
            className={css.kinds ?? ''}
            value={off}
            options={optionalNoticeKinds.map((value) => ({ value, label: noticeKinds[value] }))}
            onChange={(values) => setOff(values as Optional[])}
          />
        </>
      )}
    </Modal>
  )
}

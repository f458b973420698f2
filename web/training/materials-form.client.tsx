import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useState } from 'react'
import { activity, type ActivityItem } from '../../contract/training/activity.ts'
import { MATERIALS_MAX } from '../../contract/training/states.ts'
import { call } from '../api.ts'
import { readFailure } from '../kit/failure.ts'
import type { Uploaded } from '../kit/upload/upload-state.ts'
import UploadField from '../kit/upload/upload-field.tsx'
import { toast } from '../toast.ts'

/** Edits the materials for participants, possible at any time. */
export function MaterialsForm({ row, onClose }: { row: ActivityItem; onClose(): void }) {
  const { data, error } = useQuery({
    queryKey: ['training', 'materials', row.id],
    queryFn: async () => (await call(activity.findById, { query: { id: row.id } }, { silent: true })).materials ?? [],
    gcTime: 0,
    retry: false,
  })
  const [changed, setChanged] = useState<Uploaded[] | null>(null)
  const [busy, setBusy] = useState(false)
  const files = changed ?? data?.map((file) => ({ ...file, exName: file.fileName })) ?? []
  const save = async () => {
    setBusy(true)
    try {
      await call(activity.saveMaterials, { body: { id: row.id, files: files.map(({ filePath }) => filePath) } })
      toast.success('资料已更新，有名额的人可以下载')
      onClose()
    } catch {
      // The call has shown the error.
    }
    setBusy(false)
  }
  return (
    <Modal
      title={`“${row.title}”的资料`}
      open
      onCancel={onClose}
      okText="保存"
      okButtonProps={{ disabled: changed === null, loading: busy }}
      onOk={() => void save()}
    >
      {error && <p role="alert">{readFailure(error).message}</p>}
      {!data && !error && <p role="status">正在加载…</p>}
      <p className="meta">报名成功和参加过的人在活动页面下载，候补和没有报名的人看不到。</p>
      {data && (
        <UploadField
          kind="documents"
          limit={MATERIALS_MAX}
          aria-label="资料"
          value={files}
          onChange={(next) => setChanged(next as Uploaded[])}
        />
      )}
    </Modal>
  )
}

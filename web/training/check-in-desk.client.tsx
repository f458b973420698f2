import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Drawer, Input, Space } from 'antd'
import { useCallback, useState } from 'react'
import type { ActivityItem } from '../../contract/training/activity.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { cameraState } from './camera.ts'
import { CameraView } from './camera-view.tsx'
import { deskPath, TRAIN_ACTIVE } from './addresses.ts'
import type { Scan } from './scans.ts'
import styles from './training.module.css'
import { useScans } from './use-scans.ts'
import { VenueCode } from './venue-code.tsx'

const wordsOf = ({ code, found, fault }: Scan): string => {
  if (!found) return `${code}：${fault}`
  const who = found.companyName ? `${found.contact}（${found.companyName}）` : found.contact
  return found.already ? `${who} 已于 ${localMinute(found.checkTime).slice(-5)} 签到` : `${who} 签到成功`
}
const hint = '这个页面不能用摄像头，请用扫码枪或输入 6 位码。'
const toneOf = ({ found }: Scan) => (found ? (found.already ? 'warning' : 'success') : 'error')

interface Props {
  row: ActivityItem
  /** starts with the camera open, because the page was loaded again for it */
  begins: boolean
  onClose(): void
  onDone(): Promise<unknown>
}
/**
 * The attendance desk: a scan gun or six digits in the field, the camera of a phone, and the venue's code on a screen.
 */
export function CheckInDesk({ row, begins, onClose, onDone }: Props) {
  const client = useQueryClient()
  const changed = useCallback(() => void client.invalidateQueries({ queryKey: ['training', 'roster', row.id] }), [client, row.id])
  const { scans, waiting, scan } = useScans(row.id, changed)
  const [typed, setTyped] = useState('')
  const can = cameraState(TRAIN_ACTIVE)
  const [camera, setCamera] = useState(begins && can === 'yes')
  const [venue, setVenue] = useState(false)
  const send = () => {
    scan(typed)
    setTyped('')
  }
  const close = () => {
    void onDone()
    onClose()
  }
  return (
    <Drawer title={`“${row.title}”签到台`} open onClose={close} size={640} destroyOnHidden>
      <Space.Compact block>
        <Input
          value={typed}
          placeholder="扫码枪扫入场码，或输入 6 位码后回车"
          aria-label="入场码"
          maxLength={80}
          onChange={(e) => setTyped(e.target.value)}
          onPressEnter={send}
        />
        <Button type="primary" onClick={send}>
          签到
        </Button>
      </Space.Compact>
      <div className={styles.buttons} style={{ marginBlock: 12 }}>
        {can === 'yes' && <Button onClick={() => setCamera(!camera)}>{camera ? '关闭摄像头' : '用摄像头扫码'}</Button>}
        {can === 'reload' && <Button onClick={() => location.assign(deskPath(row.id))}>用摄像头扫码</Button>}
        {can === 'no' && <p className="meta">{hint}</p>}
        <Button onClick={() => setVenue(true)}>大屏签到码</Button>
      </div>
      {camera && <CameraView onCode={scan} onRefused={() => setCamera(false)} />}
      {waiting > 0 && <Alert type="warning" showIcon title={`网络不通，${waiting} 次扫码已记下时间，连上后自动送出`} />}
      <ul className={styles.scans} aria-live="polite" aria-label="最近的扫码">
        {scans.map((one) => (
          <li key={one.key}>
            <Alert type={toneOf(one)} showIcon title={wordsOf(one)} />
          </li>
        ))}
      </ul>
      {scans.length === 0 && <p className="meta">活动开始前一小时起可以签到。参加人的入场码在“我参与的活动”和活动页面里。</p>}
      {venue && <VenueCode row={row} onClose={() => setVenue(false)} />}
    </Drawer>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { activity, SaveActivity } from '../../contract/training/activity.ts'
import { plan } from '../../contract/training/plan.ts'
import { PER_COMPANY, SUMMARY_MAX, TITLE_MAX } from '../../contract/training/states.ts'
import { call } from '../api.ts'
import { FilesInput, PictureInput, PolicyPick } from '../content/index.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { FormDrawer } from '../kit/dialog/form-drawer.tsx'
import type { ControlProps } from '../kit/form/fields.ts'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { withoutFiles } from '../kit/rich-text/without-files.ts'
import { PinInput } from '../market/index.ts'
import { toast } from '../toast.ts'
import { ActivityUnits } from './activity-units.tsx'
import { AgendaInput, QuestionsInput } from './rows-input.tsx'
import { streetOptions } from './street-options.ts'
import { typeOptions } from './words.ts'

const yesNo = [
  { value: 0, label: '否' },
  { value: 1, label: '是' },
]
const planOptions = {
  key: 'training:plans',
  load: async () => (await call(plan.options, { query: {} }, { silent: true })).map(({ id, label }) => ({ value: id, label })),
}
const fieldsFor = (staff: boolean) =>
  formFields(
    SaveActivity,
    { key: 'title', label: '活动名称', maxLength: TITLE_MAX },
    { key: 'type', label: '类型', kind: 'select', options: typeOptions, half: true },
    ...(staff
      ? ([
          { key: 'planId', label: '培训计划', kind: 'select', options: planOptions, half: true },
          { key: 'policyId', label: '对应的政策', as: OnePolicy, hint: '可以按政策结论邀请企业，活动后看效果' },
        ] as const)
      : []),
    { key: 'summary', label: '简介', kind: 'longText', maxLength: SUMMARY_MAX },
    { key: 'enrolStartTime', label: '报名开始', kind: 'dateTime', half: true },
    { key: 'enrolEndTime', label: '报名截止', kind: 'dateTime', half: true },
    { key: 'startTime', label: '活动开始', kind: 'dateTime', half: true },
    { key: 'endTime', label: '活动结束', kind: 'dateTime', half: true },
    { key: 'online', label: '线上活动', kind: 'select', options: yesNo, half: true },
    { key: 'place', label: '地点', maxLength: 200, half: true },
    { key: 'streetId', label: '镇街', kind: 'select', options: streetOptions, half: true, hint: '线下活动，供按镇街查找' },
    { key: 'lng', label: '位置', as: PinInput, hint: '线下活动，在地图上点选后活动页显示地图；可以不填' },
    { key: 'liveUrl', label: '参加地址', maxLength: 500, hint: '线上活动填写，报名成功的人才能看到' },
    { key: 'maxNum', label: '名额', kind: 'number', half: true },
    { key: 'perCompany', label: '每家企业最多', kind: 'number', half: true },
    { key: 'waitList', label: '名额满后可以候补', kind: 'select', options: yesNo, half: true },
    { key: 'questions', label: '报名问题', as: QuestionsInput, hint: '报名时请参加人回答；联系人和手机号已经会问。改动只影响以后的报名' },
    { key: 'agenda', label: '议程', as: AgendaInput, hint: '按顺序显示在活动页' },
    { key: 'content', label: '活动内容', kind: 'richText' },
    { key: 'attachments', label: '附件', as: FilesInput, hint: '公开下载；只给参加人的文件请用“资料”' },
    { key: 'cover', label: '封面图片', as: PictureInput, hint: '10MB 以内' },
    { key: 'coverAlt', label: '封面说明', maxLength: 120, hint: '读给看不见图片的人听' },
    { key: 'units', label: '单位', as: ActivityUnits, hint: '发布前至少有一个主办单位' },
  )
/** At most one policy, with the control for several. */
const OnePolicy = ({ value, onChange, ...props }: ControlProps) => (
  <PolicyPick {...props} value={value ? [value] : []} onChange={(ids) => onChange?.((ids as number[]).at(-1) ?? null)} />
)
const empty = { online: 0, waitList: 1, perCompany: PER_COMPANY, units: [], questions: [], agenda: [], attachments: [] }

const read = async (id: number) => {
  const item = await call(activity.findById, { query: { id } })
  return {
    id,
    version: item.standing!.version,
    planId: item.standing!.planId,
    policyId: item.standing!.policyId,
    title: item.title,
    type: item.type as '培训',
    summary: item.summary,
    cover: item.cover,
    coverAlt: item.coverAlt,
    content: item.content,
    place: item.place,
    streetId: item.streetId,
    lng: item.lng,
    lat: item.lat,
    agenda: item.agenda,
    attachments: item.attachments.map(({ fileId, fileName }) => ({ fileId, fileName })),
    enrolStartTime: item.enrolStartTime,
    enrolEndTime: item.enrolEndTime,
    startTime: item.startTime,
    endTime: item.endTime,
    online: item.online,
    liveUrl: item.liveUrl,
    maxNum: item.maxNum,
    waitList: item.waitList,
    perCompany: item.perCompany,
    questions: item.questions,
    units: item.units as z.input<typeof SaveActivity>['units'],
  }
}

/**
 * The values of an earlier activity for a new one, without times and version. Its files, also the pictures of its text, are not copied,
 * because they belong to the earlier one.
 */
async function copied(id: number): Promise<Partial<z.input<typeof SaveActivity>>> {
  const {
    id: _,
    version,
    enrolStartTime,
    enrolEndTime,
    startTime,
    endTime,
    cover,
    coverAlt,
    attachments,
    questions,
    content,
    ...rest
  } = await read(id)
  return { ...rest, content: withoutFiles(content), attachments: [], questions: questions.map(({ key: _key, ...one }) => one) }
}

interface Props {
  id: number | null
  /** the activity that is copied for a new one */
  copyOf?: number | undefined
  /** the form is for staff and asks for the plan of the activity */
  staff: boolean
  onClose(): void
  onDone(): Promise<unknown>
}
/** Writes an activity; the input is kept as a draft. */
export function ActivityForm({ id, copyOf, staff, onClose, onDone }: Props) {
  const found = useQuery({
    queryKey: ['training', 'form', id, copyOf],
    queryFn: (): Promise<Partial<z.input<typeof SaveActivity>>> =>
      id !== null ? read(id) : copyOf === undefined ? Promise.resolve(empty) : copied(copyOf),
    gcTime: 0,
    staleTime: Infinity,
  })
  return (
    <FormDrawer open title={id !== null ? '编辑活动' : copyOf === undefined ? '新增活动' : '复制活动'} onClose={onClose} size={900}>
      {found.data && (
        <RecordForm
          schema={SaveActivity}
          fields={fieldsFor(staff)}
          initial={found.data}
          draft={id === null ? { key: `trainActivity:new${copyOf ? `:${copyOf}` : ''}` } : undefined}
          latest={id === null ? undefined : () => read(id)}
          onCancel={onClose}
          onSubmit={async (values) => {
            const { clashes } = await call(activity.saveOrUpdate, { body: values }, { silent: true })
            // A public activity shows the change at once.
            toast.success(id === null ? '已保存，发布并通过审核后公开' : '已保存')
            if (clashes.length > 0)
              toast.warning(`同一地点同一时间还有：${clashes.map((one) => `${one.title}（${localMinute(one.startTime)}）`).join('；')}`)
            onClose()
            await onDone()
          }}
        />
      )}
    </FormDrawer>
  )
}

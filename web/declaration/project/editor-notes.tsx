import { Alert, Button } from 'antd'

/** Notes above the form: that it was changed meanwhile, and what can no longer be changed after the first submission. */
export const EditorNotes = ({ stale, locked, onReload }: { stale: boolean; locked: boolean; onReload: () => void }) => (
  <>
    {stale && (
      <p>
        <Button onClick={onReload}>放弃改动，载入最新内容</Button>
      </p>
    )}
    {locked && (
      <Alert
        type="info"
        style={{ marginBottom: 16 }}
        title="已有企业提交申报：项目名称、审核环节、办理时限和所属政策不能再修改。申报表可以修改，保存后成为新的一版：草稿转到新版，已提交的仍按原版审核。"
      />
    )}
  </>
)

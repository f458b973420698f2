import { quoted } from '../../contract/quoted.ts'

/** What is missing for a page, and who gives it (domains/identity.md D3). */
export const LackedWords = ({ name, permission }: { name: string | null | undefined; permission?: string | null }) => (
  <p>
    您没有打开{name ? quoted(name) : '此页面'}的权限。
    {permission ? `需要${quoted(permission)}权限，由安全管理员授予。` : '由安全管理员授予。'}
    如工作需要，可以在这里申请。
  </p>
)

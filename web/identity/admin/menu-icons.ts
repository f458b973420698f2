/** Names of the icons that the sidebar can draw (shell/menu-mark.tsx). */
export const menuIcons = [
  { value: '', label: '名称的第一个字' },
  { value: 'home', label: '首页' },
  { value: 'archive', label: '档案' },
  { value: 'policy', label: '政策' },
  { value: 'project', label: '项目' },
  { value: 'check', label: '审核' },
  { value: 'consult', label: '咨询' },
  { value: 'company', label: '企业' },
  { value: 'setting', label: '设置' },
  { value: 'link', label: '链接' },
  { value: 'phone', label: '电话' },
  { value: 'chat', label: '客服' },
  { value: 'star', label: '收藏' },
  { value: 'bell', label: '通知' },
  { value: 'user', label: '用户' },
]

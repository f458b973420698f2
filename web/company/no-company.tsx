import { Link } from 'react-router'

/** Shown instead of 重试 when the address names a company that does not exist. */
export const noCompany = {
  text: '未找到该企业，可能已被删除，或网址有误。',
  back: <Link to="/work/EnterprisesList">返回企业列表</Link>,
}

import AppsOutlined from '@mui/icons-material/AppsOutlined'
import AssessmentOutlined from '@mui/icons-material/AssessmentOutlined'
import CampaignOutlined from '@mui/icons-material/CampaignOutlined'
import ManageHistoryOutlined from '@mui/icons-material/ManageHistoryOutlined'
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined'
import SpaceDashboardOutlined from '@mui/icons-material/SpaceDashboardOutlined'
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import type { ComponentType } from 'react'

const menuIcons: Readonly<Record<string, ComponentType<SvgIconProps>>> = {
  principal: SpaceDashboardOutlined,
  registers: StorefrontOutlined,
  advertising: CampaignOutlined,
  financial: PaymentsOutlined,
  reports: AssessmentOutlined,
  management: ManageHistoryOutlined,
}

/** The picture of a menu group; a new group has a plain one until it is given its own here. */
export function MenuIcon({ group, ...props }: SvgIconProps & { group: string }) {
  const Icon = menuIcons[group] ?? AppsOutlined
  return <Icon aria-hidden {...props} />
}

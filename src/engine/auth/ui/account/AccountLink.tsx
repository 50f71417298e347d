import AccountCircle from '@mui/icons-material/AccountCircleOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { LinkBase, useTranslate } from 'react-admin'
import type { ReactNode } from 'react'
import { accountPath } from './accountPath.ts'

/**
 * The way to one's own account: name and company where there is room; on narrow screens the menu has it, or, without
 * one, a picture stands for it.
 */
export function AccountLink({ hasMenu, children }: { hasMenu: boolean; children: ReactNode }) {
  const translate = useTranslate()
  const title = translate('panels.account.open')
  return (
    <>
      <Box
        component={LinkBase}
        to={accountPath}
        title={title}
        sx={{
          display: { xs: 'none', md: 'block' },
          maxWidth: 260,
          px: 1,
          py: 0.25,
          color: 'inherit',
          textDecoration: 'none',
          borderRadius: 'var(--radius)',
          '&:hover': { textDecoration: 'underline' },
        }}
      >
        {children}
      </Box>
      {!hasMenu && (
        <IconButton
          component={LinkBase}
          to={accountPath}
          color="inherit"
          aria-label={title}
          sx={{ display: { md: 'none' } }}
        >
          <AccountCircle fontSize="small" />
        </IconButton>
      )}
    </>
  )
}

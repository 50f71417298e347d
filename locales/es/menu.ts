import type { MenuMessages, SystemMessages } from '../messages.ts'

export const menu: MenuMessages = {
  groups: { principal: 'Principal', registers: 'Registros', advertising: 'Publicidad', financial: 'Finanzas', reports: 'Informes', management: 'Gestión', more: 'Más' },
  entries: {
    home: 'Inicio', brand: 'Marcas', subBrand: 'Submarcas', reward: 'Recompensas', rewardProfile: 'Perfiles de recompensa', user: 'Usuarios', campaign: 'Campañas',
    affiliate: 'Afiliados', action: 'Acciones', partnerLevel: 'Niveles de socio', paymentByAffiliate: 'Pago por afiliado', entries: 'Asientos de afiliados',
    affiliateActivity: 'Actividad por afiliado', affiliateDetail: 'Detalle por afiliado', generalV2: 'Informe general', partners: 'Demostrativo de socios',
    lottery: 'Informe de lotería', cpa: 'Informe de CPA', activityLog: 'Registro',
    company: 'Empresas', partner: 'Socios', hierarchy: 'Jerarquía de socios', redirectHost: 'Hosts de destino', feeds: 'Archivos de actividad', geolocation: 'Acciones por lugar', payment: 'Pagos', period: 'Períodos', reconciliation: 'Conciliación', affiliates: 'Resumen de afiliados', movement: 'Movimiento', jobs: 'Tareas',
  },
}
export const system: SystemMessages = { id: 'Id', version: 'Versión', createdAt: 'Creado el', updatedAt: 'Modificado el' }

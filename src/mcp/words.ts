/** What a tool is called and says of itself. */
export const words = (name: string, title: string, description: string) => ({ name, title, description });

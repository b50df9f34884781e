// What the shell shows over any page: the settings window, which the table opens too.

class Shell {
  settings = $state(false);
}

export const shell = new Shell();
